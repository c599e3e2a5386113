import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';

/** One rule of a provider for the requests that it takes. */
export interface Rule<REQUEST> {
  name: string;
  /** The provider's own words where the rule is broken. */
  check(request: REQUEST): string | undefined;
}

/** How a provider is spoken to. */
export interface Protocol<REQUEST> {
  rules: ReadonlyArray<Rule<REQUEST>>;
  /** The body of a refusal; the status is 400. */
  refusal(message: string): object;
  isStream(request: REQUEST, path: string): boolean;
  /** A minimal valid answer. */
  reply(request: REQUEST): object;
  /** The same as a stream. */
  stream(request: REQUEST): Body;
  /** Default: server-sent events. */
  contentType?: string;
}

type Body = string | Uint8Array<ArrayBuffer>;

export interface StrictServer<REQUEST> {
  /** Base URL without a path. */
  url: string;
  /** All requests, also the refused ones. */
  requests: REQUEST[];
  close(): Promise<void>;
}

/**
 * Starts a server on the loopback interface that takes what a provider takes
 * and refuses all else in the provider's own words.
 *
 * @param reply - Answers in place of the protocol, where nothing is streamed.
 */
export function startStrictServer<REQUEST>(
  protocol: Protocol<REQUEST>,
  reply: (request: REQUEST) => object = protocol.reply,
): Promise<StrictServer<REQUEST>> {
  const requests: REQUEST[] = [];
  const app = new Hono();
  app.post('*', async context => {
    const request = await context.req.json<REQUEST>();
    requests.push(request);
    const message = firstError(protocol.rules, request);
    if (message !== undefined) {
      return context.json(protocol.refusal(message), 400);
    }
    return protocol.isStream(request, context.req.path)
      ? context.body(protocol.stream(request), 200, {
          'content-type': protocol.contentType ?? 'text/event-stream',
        })
      : context.json(reply(request));
  });

  const server = createAdaptorServer({ fetch: app.fetch });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        url: `http://127.0.0.1:${port}`,
        requests,
        close: () =>
          new Promise(done => {
            server.close(() => done());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      });
    });
  });
}

/** What the first rule that is broken says. */
function firstError<REQUEST>(
  rules: ReadonlyArray<Rule<REQUEST>>,
  request: REQUEST,
): string | undefined {
  for (const rule of rules) {
    const message = rule.check(request);
    if (message !== undefined) return message;
  }
  return undefined;
}

/** Writes server-sent events, with the `type` of an event as its name. */
export function serverSentEvents(events: readonly object[]): string {
  return events
    .map(event => {
      const name = 'type' in event ? `event: ${event.type}\n` : '';
      return `${name}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}

/** Calls a function with each item, up to the first answer. */
export function firstOf<ITEM>(
  items: Iterable<ITEM>,
  check: (item: ITEM, index: number) => string | undefined,
): string | undefined {
  let index = 0;
  for (const item of items) {
    const message = check(item, index++);
    if (message !== undefined) return message;
  }
  return undefined;
}

/** Whether a value is an object and no list. */
export function isPlainObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
