import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChatPage } from './chat-page.js';
import type { GuardedPlace } from './fixture/guarded-places.js';

/** What a user does, and what has to come of it. */
export interface Flow {
  name: string;
  /** Default: all. */
  majors?: readonly number[];
  /** Whether the switch of the page is on. Default: true. */
  guard?: boolean;
  /** The only place on the server that guards: fixture only. */
  only?: GuardedPlace | 'none';
  run(chat: ChatPage): Promise<void>;
}

const WITH_APPROVALS = [6, 7];
const CLOSED = /Closed by the guard/;

export const flows: readonly Flow[] = [
  {
    name: 'without the guard the second message fails, and each one after it',
    guard: false,
    async run(chat) {
      await startSearch(chat);
      await chat.stop();
      for (const text of ['Are you there?', 'And now?']) {
        await chat.send(text);
        await chat.idle();
        assert.match(
          String(await chat.error()),
          /Tool result is missing for tool call|must be followed by tool messages/,
        );
      }
      // Its spinner turns for ever, also after a reload.
      await chat.reload();
      await chat.card('search_flights', 'input-available');
      assert.deepEqual(await chat.notes(), []);
    },
  },
  {
    name: 'switching the guard on brings a broken chat back',
    guard: false,
    async run(chat) {
      await startSearch(chat);
      await chat.stop();
      await chat.send('Are you there?');
      await chat.idle();
      assert.notEqual(await chat.error(), undefined);
      await chat.page.getByRole('switch').click();
      await writeOn(chat);
      await isClosed(chat, 'search_flights', 'output-error');
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'stop while a tool runs',
    async run(chat) {
      await startSearch(chat);
      await chat.stop();
      await isClosed(chat, 'search_flights', 'output-error');
      await sendsNothing(chat);
      await writeOn(chat);
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'stop while the input of a tool streams',
    async run(chat) {
      await chat.send('Write me an itinerary.');
      const card = await chat.card('write_itinerary', 'input-streaming');
      await card.getByText('harbour').waitFor();
      await chat.stop();
      await isClosed(chat, 'write_itinerary', 'output-error');
      await sendsNothing(chat);
      await writeOn(chat);
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'answer a client-side tool',
    async run(chat) {
      await chat.send('Let me pick a seat.');
      await chat.card('pick_seat', 'input-available');
      await chat.idle();
      await chat.press('7C');
      await chat.page
        .getByText('Noted: "7C"')
        .or(chat.page.getByText('Here is what I got. 7C'))
        .waitFor();
      await chat.idle();
      await writeOn(chat);
      assert.deepEqual(await chat.notes(), []);
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'ignore a client-side tool',
    async run(chat) {
      await chat.send('Let me pick a seat.');
      await chat.card('pick_seat', 'input-available');
      await chat.idle();
      await writeOn(chat);
      await isClosed(chat, 'pick_seat', 'output-error');
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'reload while a client-side tool waits, then answer it',
    async run(chat) {
      await chat.send('Let me pick a seat.');
      await chat.card('pick_seat', 'input-available');
      await chat.idle();
      await reloadShowsTheSame(chat);
      await pressWhenReady(chat, '2A', 'pick_seat', 'output-available');
      await chat.idle();
      await writeOn(chat);
      assert.deepEqual(await chat.notes(), []);
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'ignore an approval',
    majors: WITH_APPROVALS,
    async run(chat) {
      await askForBooking(chat);
      await writeOn(chat);
      await isClosed(chat, 'book_flight', 'output-denied');
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'reload while an approval waits, then approve',
    majors: WITH_APPROVALS,
    async run(chat) {
      await askForBooking(chat);
      await reloadShowsTheSame(chat);
      await pressWhenReady(chat, 'Approve', 'book_flight', 'output-available');
      await chat.idle();
      await writeOn(chat);
      assert.deepEqual(await chat.notes(), []);
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'approve',
    majors: WITH_APPROVALS,
    async run(chat) {
      await askForBooking(chat);
      await chat.press('Approve');
      await chat.card('book_flight', 'output-available');
      await chat.page.getByText('Here is what I got. Booked').waitFor();
      await chat.idle();
      await writeOn(chat);
      assert.deepEqual(await chat.notes(), []);
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'deny',
    majors: WITH_APPROVALS,
    async run(chat) {
      await askForBooking(chat);
      await chat.press('Deny');
      await chat.page.getByText('All right, I leave that.').waitFor();
      await chat.idle();
      await writeOn(chat);
      assert.deepEqual(await chat.notes(), []);
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'reload while a tool runs',
    async run(chat) {
      await startSearch(chat);
      await chat.reload();
      await isClosed(chat, 'search_flights', 'output-error');
      await writeOn(chat);
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'kill the server while a tool runs, and start it again',
    async run(chat) {
      await startSearch(chat);
      await chat.app.restart();
      await chat.idle();
      await isClosed(chat, 'search_flights', 'output-error');
      await writeOn(chat);
      await reloadShowsTheSame(chat);
    },
  },
  {
    name: 'kill the server while a tool runs, and reload the page',
    async run(chat) {
      await startSearch(chat);
      await chat.app.restart();
      await chat.reload();
      await isClosed(chat, 'search_flights', 'output-error');
      await writeOn(chat);
      await reloadShowsTheSame(chat);
    },
  },

  // Each place by itself: what the others would do does not hide its part.
  {
    name: 'guarded in the route only',
    guard: false,
    only: 'route',
    async run(chat) {
      await startSearch(chat);
      await chat.stop();
      await writeOn(chat);
    },
  },
  {
    name: 'guarded by the middleware only',
    // From 6 on the SDK throws before it runs.
    majors: [5],
    guard: false,
    only: 'model',
    async run(chat) {
      await startSearch(chat);
      await chat.stop();
      await writeOn(chat);
    },
  },
  {
    name: 'guarded where the chat is saved only',
    guard: false,
    only: 'save',
    async run(chat) {
      await startSearch(chat);
      await chat.stop();
      // The server may still be saving the run.
      await wait(500);
      await chat.reload();
      await isClosed(chat, 'search_flights', 'output-error');
      await writeOn(chat);
    },
  },
  {
    name: 'guarded where the chat is loaded only',
    guard: false,
    only: 'load',
    async run(chat) {
      await startSearch(chat);
      await chat.app.restart();
      await chat.reload();
      await isClosed(chat, 'search_flights', 'output-error');
      await writeOn(chat);
    },
  },
  {
    name: 'guarded in the browser only',
    only: 'none',
    async run(chat) {
      await startSearch(chat);
      await chat.stop();
      await isClosed(chat, 'search_flights', 'output-error');
      await sendsNothing(chat);
      await writeOn(chat);
    },
  },
];

async function startSearch(chat: ChatPage): Promise<void> {
  await chat.send('Find me a flight to Oslo.');
  await chat.card('search_flights', 'input-available');
}

async function askForBooking(chat: ChatPage): Promise<void> {
  await chat.send('Book the one at 9:00.');
  await chat.card('book_flight', 'approval-requested');
  await chat.idle();
}

/** A page that was rendered on the server may not answer to clicks yet. */
async function pressWhenReady(
  chat: ChatPage,
  button: string,
  tool: string,
  state: string,
): Promise<void> {
  const done = chat.card(tool, state).then(() => true);
  for (let tries = 0; tries < 100; tries++) {
    const target = chat.page.getByRole('button', { name: button, exact: true });
    if ((await target.count()) > 0) await target.click();
    if (await Promise.race([done, wait(100, false)])) return;
  }
  await done;
}

/** The chat goes on: two more messages are answered. */
async function writeOn(chat: ChatPage): Promise<void> {
  for (const text of ['Are you there?', 'And now?']) {
    assert.match(await chat.ask(text), /I am (still )?here/);
  }
}

async function isClosed(
  chat: ChatPage,
  tool: string,
  state: string,
): Promise<void> {
  const card = await chat.card(tool, state);
  assert.match(String(await card.textContent()), CLOSED);
}

/** A closed call completes its message; it must not be sent because of it. */
async function sendsNothing(chat: ChatPage): Promise<void> {
  const { requests } = chat;
  await wait(400);
  assert.equal(chat.requests, requests);
}

async function reloadShowsTheSame(chat: ChatPage): Promise<void> {
  const before = await chat.content();
  await chat.reload();
  await chat.page
    .getByRole('article')
    .nth(before.length - 1)
    .waitFor();
  assert.deepEqual(await chat.content(), before);
}
