import { reconcileUIToolCalls } from 'ai-tool-call-resilience';
import { Chat } from '../../../components/chat';
import { loadChat } from '../../../lib/store';

export default async function ChatPage({
  params,
  searchParams,
}: PageProps<'/chat/[id]'>) {
  const { id } = await params;
  const guard = (await searchParams).guard !== 'off';
  const { messages, isRunning } = await loadChat(id);

  // A run that was not saved as finished has died, or dies with this reload.
  // Where it did finish, the last message may wait for the user.
  const shown = guard
    ? reconcileUIToolCalls(messages, isRunning ? {} : { frontier: 'keep' })
    : messages;

  return <Chat key={id} id={id} initialMessages={shown} initialGuard={guard} />;
}
