import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '@libsql/client';
import type { UIMessage } from 'ai';

let opened: Promise<Client> | undefined;

/** Opens the database with the first request, so that a build needs none. */
function database(): Promise<Client> {
  opened ??= (async () => {
    const client = createClient({
      url: process.env.DATABASE_URL ?? 'file:chats.db',
    });
    await client.execute(
      'create table if not exists chats (id text primary key, messages text not null, run text)',
    );
    return client;
  })();
  return opened;
}

export interface StoredChat {
  messages: UIMessage[];
  /** Whether a run has begun and was not saved as finished. */
  isRunning: boolean;
}

export async function loadChat(id: string): Promise<StoredChat> {
  const { rows } = await (await database()).execute({
    sql: 'select messages, run from chats where id = ?',
    args: [id],
  });
  const row = rows[0];
  return row
    ? {
        messages: JSON.parse(String(row.messages)),
        isRunning: row.run !== null,
      }
    : { messages: [], isRunning: false };
}

/** Saves what the user sent, and returns the id of the run that answers it. */
export async function startRun(
  id: string,
  messages: UIMessage[],
): Promise<string> {
  const run = randomUUID();
  await (await database()).execute({
    sql: 'insert into chats (id, messages, run) values (?, ?, ?) on conflict (id) do update set messages = excluded.messages, run = excluded.run',
    args: [id, JSON.stringify(messages), run],
  });
  return run;
}

/**
 * Saves what a run has come to. A run that ends late must not overwrite what
 * the chat has become since: only the one that was started last is saved.
 */
export async function saveRun(
  id: string,
  run: string,
  messages: UIMessage[],
  { isFinished }: { isFinished: boolean },
): Promise<void> {
  await (await database()).execute({
    sql: 'update chats set messages = ?, run = ? where id = ? and run = ?',
    args: [JSON.stringify(messages), isFinished ? null : run, id, run],
  });
}
