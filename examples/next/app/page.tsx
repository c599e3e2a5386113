import { generateId } from 'ai';
import { redirect } from 'next/navigation';

/** Begins a chat. */
export default async function NewChat({ searchParams }: PageProps<'/'>) {
  const { guard } = await searchParams;
  redirect(`/chat/${generateId()}${guard === 'off' ? '?guard=off' : ''}`);
}
