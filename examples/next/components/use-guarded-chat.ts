import { useChat } from '@ai-sdk/react';
import {
  DefaultChatTransport,
  generateId,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';
import { reconcileUIToolCalls } from 'ai-tool-call-resilience';
import { useEffect, useRef, useState } from 'react';

interface GuardedChatOptions {
  id: string;
  initialMessages: UIMessage[];
  guard: boolean;
}

/** `useChat`, with the two places in the browser where calls are closed. */
export function useGuardedChat({
  id,
  initialMessages,
  guard,
}: GuardedChatOptions) {
  // `useChat` keeps the transport and the callbacks of its first render.
  const latest = useRef<{ guard: boolean; close?: () => void }>({ guard });
  const [transport] = useState(
    () =>
      new DefaultChatTransport<UIMessage>({
        body: () => ({ guard: latest.current.guard }),
      }),
  );

  const { setMessages, sendMessage, ...chat } = useChat({
    id,
    messages: initialMessages,
    transport,
    sendAutomaticallyWhen: options =>
      lastAssistantMessageIsCompleteWithToolCalls(options) ||
      lastAssistantMessageIsCompleteWithApprovalResponses(options),
    onFinish: ({ isAbort, isError }) => {
      // Stopped, or the connection is lost: nothing will end the spinners.
      // After any other end a call may wait for the user; and closing it there
      // would complete the message, which `sendAutomaticallyWhen` would send.
      if (isAbort || isError) latest.current.close?.();
    },
  });

  useEffect(() => {
    latest.current = {
      guard,
      close: () => {
        if (guard) setMessages(messages => reconcileUIToolCalls(messages));
      },
    };
  });

  const send = (text: string) => {
    const message: UIMessage = {
      id: generateId(),
      role: 'user',
      parts: [{ type: 'text', text }],
    };
    // What still waited for the user is passed over by a new message.
    if (guard) {
      setMessages(messages =>
        reconcileUIToolCalls([...messages, message]).slice(0, -1),
      );
    }
    void sendMessage(message);
  };

  return { ...chat, send };
}
