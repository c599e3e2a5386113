import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { ToolCallReport } from '../src/index.js';
import { startOpenAIChatServer } from '../test/servers/openai-chat.js';
import { createChat, type Sdk } from './create-chat.js';
import { scriptedReply } from './scripted-model.js';

const HELP = `A chat that survives a stopped tool call.

  npm run chat -- [--sdk 5|6|7] [--port N]

  --sdk   major of the AI SDK to run on (default 5)
  --port  port of the loopback server that stands in for OpenAI where no
          OPENAI_API_KEY is set (default: a free one)

Ctrl-C stops the answer that is running; the next message works all the same.
`;

/** Ends the program with one line. */
class UsageError extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

const write = (text: string) => void process.stdout.write(text);
const reported = new Set<string>();
// Whoever reads the output may stop reading at any time.
process.stdout.on('error', () => process.exit(0));

async function main(): Promise<void> {
  const { sdk: major, port, isHelp } = readArguments();
  if (isHelp) return write(HELP);

  const { sdk, createOpenAI } = await loadSdk(major);
  const server = process.env.OPENAI_API_KEY
    ? undefined
    : await startOpenAIChatServer({ port, reply: scriptedReply });
  try {
    const openai = createOpenAI(
      server ? { baseURL: server.url, apiKey: 'none' } : {},
    );
    const settings = {
      sdk,
      major: Number(major),
      model: openai.chat(process.env.OPENAI_MODEL ?? 'gpt-4o-mini'),
      write,
    };
    write(
      server
        ? `ai ${major}, a loopback server in place of OpenAI (set OPENAI_API_KEY to talk to OpenAI)\n`
        : `ai ${major}, OpenAI\n`,
    );
    if (process.stdin.isTTY && process.stdout.isTTY) {
      await chatInTerminal(settings);
    } else {
      await playScript(settings);
    }
  } finally {
    await server?.close();
  }
}

type Settings = Pick<
  Parameters<typeof createChat>[0],
  'sdk' | 'major' | 'model' | 'write'
>;

async function chatInTerminal(settings: Settings): Promise<void> {
  const chat = createChat({ ...settings, isGuarded: true, onRepair });
  const terminal = createInterface(process.stdin, process.stdout);
  let running: AbortController | undefined;
  terminal.on('SIGINT', () => {
    if (running) running.abort();
    else terminal.close();
  });
  write('Ask for the weather or a flight; Ctrl-C stops the answer.\n');
  const closed = new Promise<undefined>(resolve =>
    terminal.once('close', () => resolve(undefined)),
  );

  try {
    for (;;) {
      const question = await Promise.race([terminal.question('\n> '), closed]);
      if (question === undefined || question.trim() === '/exit') break;
      if (question.trim() === '') continue;
      running = new AbortController();
      reported.clear();
      try {
        await chat.ask(question, running.signal);
        if (running.signal.aborted) write('\n(stopped)\n');
      } catch (error) {
        const { message, isFatal } = explain(error);
        if (isFatal) throw error;
        write(`${message}\n`);
      }
      running = undefined;
    }
  } finally {
    terminal.close();
  }
  write('\n');
}

/** Plays what happens without a guard, and with it. */
async function playScript(settings: Settings): Promise<void> {
  for (const isGuarded of [false, true]) {
    write(`\n--- ${isGuarded ? 'with' : 'without'} the guard ---\n`);
    const chat = createChat({ ...settings, isGuarded, onRepair });

    write('\n> Find me a flight to Oslo.\n');
    const run = new AbortController();
    await chat.ask('Find me a flight to Oslo.', run.signal, () => run.abort());
    write('\n(stopped while the tool was running)\n');

    write('\n> Are you still there?\n');
    reported.clear();
    try {
      await chat.ask('Are you still there?', new AbortController().signal);
    } catch (error) {
      const { message, isFatal } = explain(error);
      if (isFatal || isGuarded) throw error;
      write(`${message}\n`);
    }
  }
}

function onRepair({ repairs }: ToolCallReport): void {
  const answered = repairs.filter(({ action }) => action === 'answered');
  const calls = answered.map(
    ({ toolName, reason }) => `${toolName}, ${reason}`,
  );
  const line = `guard: answered ${answered.length} dangling tool call(s) (${calls.join('; ')})\n`;
  // Every step of an answer repairs the same history once more.
  if (answered.length > 0 && !reported.has(line)) write(line);
  reported.add(line);
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        sdk: { type: 'string', default: '5' },
        port: { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!['5', '6', '7'].includes(values.sdk)) {
      throw new Error(`--sdk takes 5, 6 or 7, not ${values.sdk}`);
    }
    if (!Number.isInteger(port) || port < 0 || port > 65535) {
      throw new Error(`--port takes a number up to 65535, not ${values.port}`);
    }
    return { sdk: values.sdk, port, isHelp: values.help };
  } catch (error) {
    throw new UsageError(
      String((error as Error).message).split('\n')[0] ?? '',
      2,
    );
  }
}

/** Loads one SDK major; the chat is typed with the plain one. */
async function loadSdk(major: string): Promise<{
  sdk: Sdk;
  createOpenAI: typeof import('@ai-sdk/openai').createOpenAI;
}> {
  const suffix = major === '5' ? '' : `-v${major}`;
  const sdk = await import(`ai${suffix}`);
  const { createOpenAI } = await import(`@ai-sdk/openai${suffix}`);
  return { sdk, createOpenAI };
}

/** One line about an error, and whether no further call can succeed. */
function explain(error: unknown): {
  message: string;
  isFatal: boolean;
  exitCode?: number;
} {
  const { name, message, statusCode, code, cause, exitCode } = error as {
    name?: string;
    message?: string;
    statusCode?: number;
    code?: string;
    cause?: unknown;
    exitCode?: number;
  };
  if (statusCode === 401) {
    return {
      message: 'OpenAI refused the API key (401); check OPENAI_API_KEY',
      isFatal: true,
    };
  }
  if (code === 'EADDRINUSE') {
    return {
      message: 'the port is in use; choose another --port',
      isFatal: true,
    };
  }
  if (name === 'AI_APICallError' && statusCode === undefined) {
    const reason = (cause as { message?: string } | undefined)?.message;
    return {
      message: `OpenAI cannot be reached (${reason ?? message})`,
      isFatal: true,
    };
  }
  return {
    message: `${statusCode ? `${statusCode} ` : ''}${name === 'Error' ? '' : `${name}: `}${message}`,
    isFatal: false,
    ...(exitCode !== undefined && { exitCode }),
  };
}

try {
  await main();
} catch (error) {
  const { message, exitCode = 1 } = explain(error);
  console.error(`chat: ${message}`);
  process.exitCode = exitCode;
}
