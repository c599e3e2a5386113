import { reconcileToolCalls } from '../dist/index.js';

/**
 * Measures what a history with nothing wrong costs, as a ratio to a walk that
 * only reads the type of each part, and what it allocates. Runs the built
 * package, as users do.
 */
interface Message {
  role: string;
  content: unknown;
}

const SAMPLES = 25;
/** Turns of a question, a call with its result, and an answer. */
function createHistory(length: number): Message[] {
  const tools = ['search', 'read_file', 'write_file', 'run_command'];
  return Array.from({ length }, (_, index): Message => {
    const toolCallId = `call_${index - (index % 4)}`;
    const toolName = tools[(index >> 2) % tools.length];
    switch (index % 4) {
      case 0:
        return { role: 'user', content: [{ type: 'text', text: `q${index}` }] };
      case 1:
        return {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me look.' },
            { type: 'tool-call', toolCallId, toolName, input: { index } },
          ],
        };
      case 2:
        return {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: `call_${index - (index % 4)}`,
              toolName,
              output: { type: 'text', value: 'found' },
            },
          ],
        };
      default:
        return {
          role: 'assistant',
          content: [{ type: 'text', text: 'Here it is.' }],
        };
    }
  });
}

/** The limit: no algorithm can look at a history for less. */
function bareWalk(messages: readonly Message[]): number {
  let calls = 0;
  for (const { content } of messages) {
    if (!Array.isArray(content)) continue;
    for (const part of content) if (part.type === 'tool-call') calls++;
  }
  return calls;
}

function time(run: () => unknown, repeat: number): number {
  const start = performance.now();
  for (let i = 0; i < repeat; i++) run();
  return (performance.now() - start) / repeat;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Bytes that one run allocates, from many runs without a collection. */
function allocated(run: () => unknown, repeat: number): number {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < repeat; i++) run();
  return (process.memoryUsage().heapUsed - before) / repeat;
}

for (const length of [100, 10_000, 1_000_000]) {
  const history = createHistory(length);
  const walk = () => bareWalk(history);
  const clean = () => reconcileToolCalls(history);
  if (clean() !== history) throw new Error('the history is not clean');

  const repeat = Math.max(1, Math.round(200_000 / length));
  const walks: number[] = [];
  const cleans: number[] = [];
  for (let i = -3; i < SAMPLES; i++) {
    const pair = [time(walk, repeat), time(clean, repeat)] as const;
    if (i < 0) continue;
    walks.push(pair[0]);
    cleans.push(pair[1]);
  }
  const ratio = median(cleans) / median(walks);
  const bytes = allocated(clean, repeat * 5);
  // An allocation of one object per message would show as this much.
  const control = allocated(() => history.map(() => ({})), 1) / length;
  console.log(
    `${length} messages: ${median(cleans).toFixed(4)} ms, ${ratio.toFixed(2)} x the bare walk, ${(bytes / length).toFixed(3)} bytes a message (control: ${control.toFixed(0)})`,
  );
}
