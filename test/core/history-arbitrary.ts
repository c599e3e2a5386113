import fc from 'fast-check';
import type { Part } from '../../src/core/message-parts.js';

/** A message of a random history. */
export interface TestMessage {
  role: string;
  content: string | Array<Part | null>;
}

interface Step {
  hasReasoning: boolean;
  hasText: boolean;
  calls: Array<{
    isServer: boolean;
    hasApproval: boolean;
    isError: boolean;
    tool: number;
  }>;
}

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  hasReasoning: fc.boolean(),
  hasText: fc.boolean(),
  calls: fc.array(
    fc.record({
      isServer: fc.integer({ min: 0, max: 5 }).map(n => n === 0),
      hasApproval: fc.integer({ min: 0, max: 4 }).map(n => n === 0),
      isError: fc.integer({ min: 0, max: 4 }).map(n => n === 0),
      tool: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 4 },
  ),
});

const turnsArbitrary = fc.array(fc.array(stepArbitrary, { maxLength: 3 }), {
  maxLength: 4,
});

const TOOLS = ['search', 'write_file', 'pay'];

/**
 * Builds a history in which nothing is wrong. Each call and its result carry
 * the same key, so that a result at the wrong call can be told.
 *
 * @param idAt - The id of the nth call.
 */
function buildHistory(
  turns: Step[][],
  withApprovals: boolean,
  idAt: (key: number, positionInStep: number) => string,
): TestMessage[] {
  const messages: TestMessage[] = [];
  let key = 0;
  for (const steps of turns) {
    messages.push({
      role: 'user',
      content: [{ type: 'text', text: `question ${key}` }],
    });
    for (const step of steps) {
      const content: Part[] = [];
      const results: Part[] = [];
      const responses: Part[] = [];
      if (step.hasReasoning) content.push({ type: 'reasoning', text: 'hm' });
      if (step.hasText) content.push({ type: 'text', text: `step ${key}` });
      for (const [position, call] of step.calls.entries()) {
        key++;
        const toolCallId = call.isServer ? `srv_${key}` : idAt(key, position);
        const toolName = TOOLS[call.tool] ?? 'search';
        const result: Part = {
          type: 'tool-result',
          toolCallId,
          toolName,
          output: call.isError
            ? { type: 'error-text', value: `failed ${key}` }
            : { type: 'json', value: { key } },
          key,
        };
        content.push({
          type: 'tool-call',
          toolCallId,
          toolName,
          input: { key },
          ...(call.isServer && { providerExecuted: true }),
        });
        if (call.isServer) content.push(result);
        else results.push(result);
        if (call.hasApproval && !call.isServer && withApprovals) {
          const approvalId = `approval_${key}`;
          content.push({
            type: 'tool-approval-request',
            approvalId,
            toolCallId,
          });
          responses.push({
            type: 'tool-approval-response',
            approvalId,
            approved: !call.isError,
          });
        }
      }
      if (content.length > 0) messages.push({ role: 'assistant', content });
      if (responses.length > 0) {
        messages.push({ role: 'tool', content: responses });
      }
      if (results.length > 0) messages.push({ role: 'tool', content: results });
    }
    messages.push({
      role: 'assistant',
      content: [{ type: 'text', text: `answer ${key}` }],
    });
  }
  return messages;
}

function validHistories(
  idAt: (key: number, positionInStep: number) => string,
): fc.Arbitrary<TestMessage[]> {
  return fc
    .record({ turns: turnsArbitrary, withApprovals: fc.boolean() })
    .map(({ turns, withApprovals }) =>
      buildHistory(turns, withApprovals, idAt),
    );
}

/** Histories in which nothing is wrong, and each call has an id of its own. */
export const uniqueIdsArbitrary = validHistories(key => `call_${key}`);

/** Histories in which nothing is wrong, with ids that each step uses again. */
export const reusedIdsArbitrary = validHistories(
  (_key, position) => `call_${position}`,
);

const CORRUPTIONS = [
  'cut end',
  'cut start',
  'drop message',
  'drop part',
  'drop result',
  'move message',
  'move part',
  'double message',
  'double part',
  'split message',
  'insert user',
  'empty id',
  'missing id',
  'fold id',
  'other id',
  'same id',
  'bad name',
  'no name',
  'text input',
  'no input',
  'array input',
  'empty error',
  'empty message',
  'mark synthetic',
  'result into assistant',
] as const;

/** One thing that goes wrong, at places taken modulo what is there. */
export interface Corruption {
  kind: (typeof CORRUPTIONS)[number];
  at: number;
  to: number;
}

function corruptionsOf(
  kinds: ReadonlyArray<Corruption['kind']>,
): fc.Arbitrary<Corruption[]> {
  return fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      at: fc.nat(1000),
      to: fc.nat(1000),
    }),
    { maxLength: 6 },
  );
}

export const corruptionsArbitrary = corruptionsOf(CORRUPTIONS);

/** What leaves no doubt which call a result belongs to, whatever its id. */
export const lossesArbitrary = corruptionsOf([
  'cut end',
  'drop result',
  'insert user',
  'split message',
  'empty error',
  'text input',
]);

/** Applies corruptions to a history, one after the other. */
export function corrupt(
  history: TestMessage[],
  corruptions: readonly Corruption[],
): TestMessage[] {
  return corruptions.reduce(corruptOnce, history);
}

function corruptOnce(
  history: TestMessage[],
  { kind, at, to }: Corruption,
): TestMessage[] {
  const messages = history.map(message => ({
    ...message,
    content: Array.isArray(message.content)
      ? message.content.map(part => part && { ...part })
      : message.content,
  }));
  if (messages.length === 0) return messages;
  const from = at % messages.length;
  const target = to % (messages.length + 1);

  const places = messages.flatMap(({ content }, messageIndex) =>
    Array.isArray(content)
      ? content.map((_, partIndex) => ({ messageIndex, partIndex }))
      : [],
  );
  const toolPlaces = places.filter(({ messageIndex, partIndex }) =>
    String(partAt(messages, messageIndex, partIndex)?.type).startsWith('tool-'),
  );
  const place = places[at % Math.max(1, places.length)];
  const toolPlace = toolPlaces[at % Math.max(1, toolPlaces.length)];
  const part =
    toolPlace && partAt(messages, toolPlace.messageIndex, toolPlace.partIndex);

  switch (kind) {
    case 'cut end':
      return messages.slice(0, from + 1);
    case 'cut start':
      return messages.slice(from);
    case 'drop message':
      messages.splice(from, 1);
      break;
    case 'move message': {
      const moved = messages.splice(from, 1);
      messages.splice(target, 0, ...moved);
      break;
    }
    case 'double message': {
      const copy = structuredClone(messages[from]);
      if (copy) messages.splice(target, 0, copy);
      break;
    }
    case 'insert user':
      messages.splice(target, 0, {
        role: 'user',
        content: [{ type: 'text', text: 'hello?' }],
      });
      break;
    case 'empty message': {
      const message = messages[from];
      if (message && message.role !== 'user') message.content = [];
      break;
    }
    case 'split message': {
      const message = messages[from];
      if (Array.isArray(message?.content) && message.content.length > 1) {
        const rest = message.content.splice(1);
        messages.splice(from + 1, 0, { role: message.role, content: rest });
      }
      break;
    }
    case 'drop part':
    case 'move part':
    case 'double part': {
      if (!place) break;
      const content = messages[place.messageIndex]?.content as Part[];
      const [taken] =
        kind === 'double part'
          ? [{ ...content[place.partIndex] }]
          : content.splice(place.partIndex, 1);
      const other = messages[to % messages.length];
      if (kind === 'drop part' || !taken || !other) break;
      if (other.role === 'user' || !Array.isArray(other.content)) break;
      other.content.splice(to % (other.content.length + 1), 0, taken);
      break;
    }
    case 'result into assistant': {
      if (part?.type !== 'tool-result' || !toolPlace) break;
      const assistants = messages.filter(({ role }) => role === 'assistant');
      const other = assistants[to % Math.max(1, assistants.length)];
      if (!Array.isArray(other?.content)) break;
      const content = messages[toolPlace.messageIndex]?.content;
      if (Array.isArray(content)) content.splice(toolPlace.partIndex, 1);
      other.content.push(part);
      break;
    }
    case 'drop result': {
      if (part?.type !== 'tool-result' || !toolPlace) break;
      const content = messages[toolPlace.messageIndex]?.content;
      if (Array.isArray(content)) content.splice(toolPlace.partIndex, 1);
      break;
    }
    default:
      if (part) corruptPart(part, kind, to);
  }
  return messages;
}

function partAt(
  messages: TestMessage[],
  messageIndex: number,
  partIndex: number,
): Part | null | undefined {
  const content = messages[messageIndex]?.content;
  return Array.isArray(content) ? content[partIndex] : undefined;
}

function corruptPart(part: Part, kind: Corruption['kind'], to: number): void {
  const isCall = part.type === 'tool-call';
  if (kind === 'empty id') part.toolCallId = '';
  if (kind === 'missing id') delete part.toolCallId;
  if (kind === 'fold id') {
    part.toolCallId = String(part.toolCallId).replace('_', '.');
  }
  // From here on the part lies about where it belongs.
  if (kind === 'other id') {
    part.toolCallId = `other_${to % 3}`;
    part.isLying = true;
  }
  if (kind === 'same id') {
    part.toolCallId = `call_${to % 4}`;
    part.isLying = true;
  }
  if (kind === 'bad name') part.toolName = 'höchst. seltsam!'.repeat(5);
  if (kind === 'no name') part.toolName = '';
  if (isCall && kind === 'text input') {
    part.input = to % 2 ? JSON.stringify(part.input) : '{"cut off';
  }
  if (isCall && kind === 'no input') delete part.input;
  if (isCall && kind === 'array input') part.input = [part.input];
  if (part.type !== 'tool-result') return;
  if (kind === 'empty error') part.output = { type: 'error-text', value: '' };
  if (kind === 'mark synthetic') {
    part.output = { type: 'error-text', value: 'placeholder' };
    part.providerOptions = { toolCallResilience: { synthetic: true } };
  }
}
