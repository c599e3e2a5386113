/** The histories of the benchmark, in the message shape of the AI SDK. */

const TOOLS = ['search', 'read_file', 'write_file', 'run_command'];

/** What is wrong with a history, by the name of the scenario. */
export const SCENARIOS = {
  clean: { gaps: 0, displaced: 0 },
  'gaps 1 %': { gaps: 0.01, displaced: 0 },
  'gaps 50 %': { gaps: 0.5, displaced: 0 },
  'gaps 100 %': { gaps: 1, displaced: 0 },
  'displaced 1 %': { gaps: 0, displaced: 0.01 },
};

/**
 * Creates a history of at least `length` messages: turns of a question, one
 * call (every fourth time three), the results, and an answer. It goes through
 * JSON once, as a stored history does: no two equal strings are one object.
 */
export function createHistory(length, { gaps, displaced }) {
  const messages = [];
  const random = createRandom();
  let isFirst = true;
  let late = [];
  for (let turn = 0; messages.length < length; turn++) {
    messages.push({
      role: 'user',
      content: [{ type: 'text', text: `Question ${turn}, please.` }],
    });
    if (late.length > 0) messages.push({ role: 'tool', content: late });
    late = [];

    const content = [];
    if (turn % 3 === 0) {
      content.push({
        type: 'reasoning',
        text: 'I had better look.',
        providerOptions: { openai: { itemId: `rs_${turn}` } },
      });
    }
    content.push({ type: 'text', text: `Let me look at ${turn}.` });
    const results = [];
    for (let position = 0; position < (turn % 4 === 3 ? 3 : 1); position++) {
      const toolCallId = `call_${randomText(random)}`;
      const toolName = TOOLS[(turn + position) % TOOLS.length];
      const input = { query: `query ${turn}`, limit: 10 };
      content.push({ type: 'tool-call', toolCallId, toolName, input });
      // The first of a scenario comes early, so that short histories have one.
      const isFaulty = random() < gaps + displaced || (isFirst && turn === 5);
      if (isFaulty) isFirst = false;
      if (isFaulty && gaps > 0) continue;
      const isLate = isFaulty && displaced > 0;
      (isLate ? late : results).push({
        type: 'tool-result',
        toolCallId,
        toolName,
        output: { type: 'text', value: `found ${toolCallId}` },
      });
    }
    messages.push({ role: 'assistant', content });
    if (results.length > 0) messages.push({ role: 'tool', content: results });
    messages.push({
      role: 'assistant',
      content: [{ type: 'text', text: `Here is answer ${turn}.` }],
    });
  }
  if (late.length > 0) messages.push({ role: 'tool', content: late });
  // In pieces, since no text holds the longest history.
  return messages.map(message => JSON.parse(JSON.stringify(message)));
}

/** The same numbers in every run (mulberry32). */
function createRandom(seed = 1) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** As long as the ids of the providers are. */
function randomText(random) {
  let text = '';
  while (text.length < 24) text += random().toString(36).slice(2, 10);
  return text.slice(0, 24);
}
