import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** An app under test, which can be killed and started again. */
export interface App {
  name: string;
  major: 5 | 6 | 7;
  url: string;
  /** Kills the server without a chance to save, and starts it again. */
  restart(): Promise<void>;
  /** What the server has written, for a failed flow. */
  log(): string;
  close(): Promise<void>;
}

interface StartAppOptions {
  name: string;
  major: 5 | 6 | 7;
  /** Arguments for Node. */
  args: (port: string) => string[];
  cwd: string;
  databaseUrl: string;
}

/** Starts a server on a free port of the loopback interface. */
export async function startApp({
  name,
  major,
  args,
  cwd,
  databaseUrl,
}: StartAppOptions): Promise<App> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let log = '';
  let server: ChildProcess;

  const start = async () => {
    const { OPENAI_API_KEY: _, ...env } = process.env;
    server = spawn(process.execPath, args(port), {
      cwd,
      env: { ...env, DATABASE_URL: databaseUrl, NEXT_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const output of [server.stdout, server.stderr]) {
      output?.on('data', chunk => {
        log = (log + chunk).slice(-4000);
      });
    }
    for (let tries = 0; tries < 300; tries++) {
      if (server.exitCode !== null) break;
      if (await fetch(`${url}/chat/ready`).catch(() => undefined)) return;
      await wait(100);
    }
    throw new Error(`${name} did not start:\n${log}`);
  };
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  };

  await start();
  return {
    name,
    major,
    url,
    restart: async () => {
      await kill();
      await start();
    },
    log: () => log,
    close: kill,
  };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') {
    throw new Error('no free port');
  }
  return String(address.port);
}
