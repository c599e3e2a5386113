import { setTimeout as wait } from 'node:timers/promises';
import type {
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { generateId } from 'ai';

type Parts = AsyncGenerator<LanguageModelV4StreamPart>;

const ITINERARY =
  'Day 1: fly to Oslo, walk along the harbour, see the opera from its roof. Day 2: take the ferry to Bygdøy, stay for the ships, eat by the water. Day 3: tram to the hills, a lake, a late train to the airport. Bring a raincoat, and a book for the ferry.';

/** What the scripted model answers to a prompt. */
export async function* scriptedReply(
  prompt: LanguageModelV4Prompt,
  signal?: AbortSignal,
): Parts {
  const outcome = latestOutcome(prompt);
  if (outcome !== undefined) return yield* say(outcome, signal);

  const question = latestQuestion(prompt).toLowerCase();
  if (question.includes('book')) {
    const input = { flight: 'Oslo, 9:00', price: '€ 129' };
    return yield* call('book_flight', input, 2, signal);
  }
  if (question.includes('itinerary')) {
    yield* say('I am writing it down for you.', signal);
    return yield* call('write_itinerary', { text: ITINERARY }, 120, signal);
  }
  if (question.includes('seat')) {
    yield* say('These are free.', signal);
    return yield* call('pick_seat', { seats: ['2A', '7C', '14F'] }, 2, signal);
  }
  if (question.includes('flight')) {
    yield* say('Let me search.', signal);
    return yield* call('search_flights', { to: 'Oslo' }, 2, signal);
  }
  const isBroken = JSON.stringify(prompt).includes('[Tool call was ');
  yield* say(
    isBroken
      ? 'I am still here. One of my tool calls came to nothing, and I know it. What shall I do next?'
      : 'I am here. I can search a flight, book it, let you pick a seat, or write an itinerary.',
    signal,
  );
}

/** A sentence about the results that the prompt ends with, if it does. */
function latestOutcome(prompt: LanguageModelV4Prompt): string | undefined {
  const last = prompt.at(-1);
  if (last?.role !== 'tool') return undefined;
  const result = last.content.findLast(part => part.type === 'tool-result');
  const output = result?.type === 'tool-result' ? result.output : undefined;
  switch (output?.type) {
    case 'text':
      return `Here is what I got. ${output.value}`;
    case 'json':
      return `Noted: ${JSON.stringify(output.value)}.`;
    default:
      return 'All right, I leave that.';
  }
}

function latestQuestion(prompt: LanguageModelV4Prompt): string {
  const last = prompt.at(-1);
  if (last?.role !== 'user') return '';
  return last.content
    .map(part => (part.type === 'text' ? part.text : ''))
    .join();
}

async function* say(text: string, signal?: AbortSignal): Parts {
  const id = generateId();
  yield { type: 'text-start', id };
  for (const delta of text.split(/(?<= )/)) {
    await wait(20, undefined, signal && { signal });
    yield { type: 'text-delta', id, delta };
  }
  yield { type: 'text-end', id };
}

/** Streams a tool call, its input in so many pieces. */
async function* call(
  toolName: string,
  input: object,
  pieces: number,
  signal?: AbortSignal,
): Parts {
  const id = `call_${generateId()}`;
  const json = JSON.stringify(input);
  const size = Math.ceil(json.length / pieces);
  yield { type: 'tool-input-start', id, toolName };
  for (let start = 0; start < json.length; start += size) {
    await wait(60, undefined, signal && { signal });
    yield {
      type: 'tool-input-delta',
      id,
      delta: json.slice(start, start + size),
    };
  }
  yield { type: 'tool-input-end', id };
  yield { type: 'tool-call', toolCallId: id, toolName, input: json };
}
