import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { App } from './start-app.js';

/** The page of a chat, as its user sees it. */
export class ChatPage {
  /** Requests to the route so far. */
  requests = 0;
  readonly #stop: Locator;
  readonly #send: Locator;

  constructor(
    readonly page: Page,
    readonly app: App,
  ) {
    this.#stop = page.getByRole('button', { name: 'Stop', exact: true });
    this.#send = page.getByRole('button', { name: 'Send', exact: true });
    page.on('request', request => {
      if (request.method() === 'POST') this.requests++;
    });
  }

  async open({ guard }: { guard: boolean }): Promise<void> {
    const query = guard ? '' : '?guard=off';
    await this.page.goto(`${this.app.url}/chat/${randomUUID()}${query}`);
  }

  /** Writes a message and waits until it stands in the chat. */
  async send(text: string): Promise<void> {
    const count = await this.page.getByRole('article').count();
    const input = this.page.getByRole('textbox', { name: 'Message' });
    // Before React has taken over, what is typed is lost.
    for (let tries = 0; tries < 100; tries++) {
      await input.fill(text);
      if (await this.#send.isEnabled()) break;
      await wait(50);
    }
    await this.#send.click();
    await this.page.getByRole('article').nth(count).waitFor();
  }

  /** Waits until no answer is running any more. */
  async idle(): Promise<void> {
    await this.#send.waitFor();
  }

  /** Writes a message and waits for the answer, which has to come. */
  async ask(text: string): Promise<string> {
    await this.send(text);
    await this.idle();
    assert.equal(await this.error(), undefined);
    const answer = this.page.getByRole('article').last();
    assert.equal(await answer.getAttribute('aria-label'), 'assistant');
    return (await answer.textContent()) ?? '';
  }

  async stop(): Promise<void> {
    await this.#stop.click();
    await this.idle();
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  /** Waits until the card of a tool call is in a state. */
  async card(tool: string, state: string): Promise<Locator> {
    const card = this.page.locator(
      `section[aria-label="${tool}"][data-state="${state}"]`,
    );
    await card.waitFor();
    return card;
  }

  /** The notes of the guard. */
  async notes(): Promise<string[]> {
    return this.page.getByRole('note').allTextContents();
  }

  async error(): Promise<string | undefined> {
    const alert = this.page.getByRole('log').getByRole('alert');
    return (await alert.count()) > 0
      ? ((await alert.textContent()) ?? '')
      : undefined;
  }

  /** All that the chat shows, message by message. */
  async content(): Promise<string[]> {
    const articles = await this.page.getByRole('article').all();
    return Promise.all(
      articles.map(async article => {
        const cards = await article.locator('section').all();
        const states = await Promise.all(
          cards.map(card => card.getAttribute('data-state')),
        );
        const role = await article.getAttribute('aria-label');
        return [role, ...states, await article.textContent()].join(' | ');
      }),
    );
  }
}
