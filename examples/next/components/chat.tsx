'use client';

import type { UIMessage } from 'ai';
import { useEffect, useRef, useState } from 'react';
import { Composer } from './composer';
import { GuardSwitch } from './guard-switch';
import { Message } from './message';
import { useGuardedChat } from './use-guarded-chat';

const SUGGESTIONS = [
  { text: 'Find me a flight to Oslo.', hint: 'a slow tool: stop it' },
  { text: 'Write me an itinerary.', hint: 'a long input: stop it' },
  { text: 'Let me pick a seat.', hint: 'a tool in the page: ignore it' },
  { text: 'Book the one at 9:00.', hint: 'needs approval: ignore it' },
];

interface ChatProps {
  id: string;
  initialMessages: UIMessage[];
  initialGuard: boolean;
}

export function Chat({ id, initialMessages, initialGuard }: ChatProps) {
  const [guard, setGuard] = useState(initialGuard);
  const chat = useGuardedChat({ id, initialMessages, guard });
  const { messages, status, error, send } = chat;
  const isRunning = status === 'submitted' || status === 'streaming';

  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each change.
  useEffect(() => {
    // Its value is a promise in new browsers, which is no effect's clean-up.
    end.current?.scrollIntoView();
  }, [messages, error]);

  const switchGuard = (isOn: boolean) => {
    setGuard(isOn);
    // In the address, so that a reload keeps it.
    window.history.replaceState(null, '', isOn ? '?' : '?guard=off');
  };

  return (
    <>
      <header className="bar">
        <div className="title">
          <h1>Flight desk</h1>
          <a href={guard ? '/' : '/?guard=off'}>New chat</a>
        </div>
        <GuardSwitch isOn={guard} onChange={switchGuard} />
      </header>

      <main role="log" aria-label="Conversation">
        {messages.length === 0 && (
          <div className="empty">
            <h2>Where to?</h2>
            <p>
              Stop a tool while it runs, or ignore what it asks. Then write on.
            </p>
            <ul>
              {SUGGESTIONS.map(({ text, hint }) => (
                <li key={text}>
                  <button
                    type="button"
                    className="suggestion"
                    onClick={() => send(text)}
                  >
                    {text} <small>{hint}</small>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        {messages.map(message => (
          <Message
            key={message.id}
            message={message}
            approve={(approvalId, approved) =>
              void chat.addToolApprovalResponse({ id: approvalId, approved })
            }
            answer={(tool, toolCallId, output) =>
              void chat.addToolOutput({ tool, toolCallId, output })
            }
          />
        ))}
        {status === 'submitted' && <p className="thinking">Thinking …</p>}
        {error && (
          <div className="error" role="alert">
            <b>The message failed.</b> <span>{error.message}</span>
            {!guard && <p>Switch the guard on and write again.</p>}
          </div>
        )}
        <div ref={end} />
      </main>

      <Composer
        isRunning={isRunning}
        send={send}
        stop={() => void chat.stop()}
      />
    </>
  );
}
