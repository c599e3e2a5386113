import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startOpenAIChatServer } from '../servers/openai-chat.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the program of `npm run chat` without a terminal. */
function runChat(
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number | null; output: string; errors: string }> {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'examples/chat.ts', ...args],
    {
      cwd: root,
      env: { ...inherited, NODE_NO_WARNINGS: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let errors = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  child.stderr.on('data', chunk => {
    errors += chunk;
  });
  return new Promise(resolve => {
    child.on('close', code => resolve({ code, output, errors }));
  });
}

describe('npm run chat', () => {
  it.each([
    [
      '5',
      "400 AI_APICallError: An assistant message with 'tool_calls' must be followed by tool messages",
    ],
    ['6', 'AI_MissingToolResultsError: Tool result is missing'],
    ['7', 'AI_MissingToolResultsError: Tool result is missing'],
  ])('should play the script on ai %s', async (major, failure) => {
    const { code, output } = await runChat(['--sdk', major]);
    const [without, withGuard] = output.split('--- with the guard ---');
    expect(without).toContain(failure);
    expect(withGuard).toContain(
      'guard: answered 1 dangling tool call(s) (search_flights, interrupted)',
    );
    expect(withGuard).toContain('I am here.');
    expect(code).toBe(0);
  });

  it('should explain itself', async () => {
    const { code, output } = await runChat(['--help']);
    expect(output).toContain('--sdk');
    expect(code).toBe(0);
  });

  it.each([
    [['--sdk', '4'], 'chat: --sdk takes 5, 6 or 7, not 4\n'],
    [['--port', 'x'], 'chat: --port takes a number up to 65535, not x\n'],
    [['--retries'], "chat: Unknown option '--retries'"],
  ])('should refuse %j in one line', async (args, line) => {
    const { code, errors } = await runChat(args);
    expect(errors.startsWith(line)).toBe(true);
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(2);
  });

  it('should end in one line where the port is in use', async () => {
    const blocker = createServer();
    await new Promise<void>(resolve =>
      blocker.listen(0, '127.0.0.1', () => resolve()),
    );
    const { port } = blocker.address() as AddressInfo;
    const { code, errors } = await runChat(['--port', String(port)]);
    blocker.close();
    expect(errors).toBe('chat: the port is in use; choose another --port\n');
    expect(code).toBe(1);
  });

  it('should end in one line where the key is wrong', async () => {
    const server = await startOpenAIChatServer({ apiKey: 'right' });
    const { code, errors } = await runChat([], {
      OPENAI_API_KEY: 'wrong',
      OPENAI_BASE_URL: server.url,
    });
    await server.close();
    expect(errors).toBe(
      'chat: OpenAI refused the API key (401); check OPENAI_API_KEY\n',
    );
    expect(code).toBe(1);
  });

  it('should end in one line where OpenAI cannot be reached', async () => {
    const server = await startOpenAIChatServer();
    await server.close();
    const { code, errors } = await runChat([], {
      OPENAI_API_KEY: 'any',
      OPENAI_BASE_URL: server.url,
    });
    expect(errors).toMatch(/^chat: OpenAI cannot be reached \(.+\)\n$/);
    expect(code).toBe(1);
  });
});
