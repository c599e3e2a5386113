import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { ChatPage } from './chat-page.js';
import { buildFixture } from './fixture/build-fixture.js';
import { type Flow, flows } from './flows.js';
import { type App, startApp } from './start-app.js';

// Runs the flows against the built example and against the fixture on each SDK
// major. `--only next|5|6|7` and `--flow TEXT` choose some of them.
const { values: chosen } = parseArgs({
  options: { only: { type: 'string' }, flow: { type: 'string', default: '' } },
});

const example = fileURLToPath(new URL('../../examples/next', import.meta.url));
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
  console.error(
    `No Chromium at ${executablePath}: install Debian's package, or set CHROMIUM.`,
  );
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'browser-test-'));
const databaseUrl = (name: string) => `file:${join(folder, name)}.db`;
const starts: Record<string, () => Promise<App>> = {
  next: () =>
    startApp({
      name: 'next, ai 7',
      major: 7,
      cwd: example,
      databaseUrl: databaseUrl('next'),
      args: port => [
        'node_modules/next/dist/bin/next',
        'start',
        ...['--hostname', '127.0.0.1', '--port', port],
      ],
    }),
  5: () => startFixture(5),
  6: () => startFixture(6),
  7: () => startFixture(7),
};

async function startFixture(major: 5 | 6 | 7): Promise<App> {
  const { server, pageScript, pageStyle } = await buildFixture(major);
  return startApp({
    name: `ai ${major}`,
    major,
    cwd: example,
    databaseUrl: databaseUrl(String(major)),
    args: port => [server, String(major), port, pageScript, pageStyle],
  });
}

let passed = 0;
let failed = 0;

async function runFlows(browser: Browser, app: App): Promise<void> {
  for (const flow of flows) {
    if (flow.majors && !flow.majors.includes(app.major)) continue;
    if (flow.only && app.name.startsWith('next')) continue;
    if (!flow.name.includes(chosen.flow)) continue;
    const begin = Date.now();
    const error = await runFlow(browser, app, flow).catch(error => error);
    const time = `${((Date.now() - begin) / 1000).toFixed(1)} s`;
    if (error === undefined) passed++;
    else failed++;
    console.log(
      `${error === undefined ? 'ok  ' : 'FAIL'} ${app.name}: ${flow.name} (${time})`,
    );
    if (error !== undefined) console.log(error, `\n${app.log()}`);
  }
}

async function runFlow(
  browser: Browser,
  app: App,
  { guard = true, only, run }: Flow,
): Promise<undefined> {
  const context = await browser.newContext(
    only && { extraHTTPHeaders: { 'x-only': only } },
  );
  context.setDefaultTimeout(20_000);
  const pageErrors: Error[] = [];
  try {
    const page = await context.newPage();
    page.on('pageerror', error => pageErrors.push(error));
    const chat = new ChatPage(page, app);
    await chat.open({ guard });
    await run(chat);
  } catch (error) {
    // An error of the page says more than what came of it.
    throw pageErrors[0] ?? error;
  } finally {
    await context.close();
  }
  if (pageErrors[0]) throw pageErrors[0];
  return undefined;
}

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox'],
});
const queue = Object.entries(starts).filter(
  ([key]) => chosen.only === undefined || chosen.only === key,
);

/** Runs one app after the other; two such lanes keep two cores busy. */
async function runLane(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    try {
      const app = await next[1]();
      await runFlows(browser, app).finally(app.close);
    } catch (error) {
      failed++;
      console.log(error);
    }
  }
}

try {
  await Promise.all([runLane(), runLane()]);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
