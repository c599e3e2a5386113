import fc from 'fast-check';
import {
  checkKeys,
  checkProperties,
  checkResults,
  run,
} from './check-properties.js';
import {
  corrupt,
  corruptionsArbitrary,
  lossesArbitrary,
  reusedIdsArbitrary,
  uniqueIdsArbitrary,
} from './history-arbitrary.js';

const optionsArbitrary = fc.record({
  unanswered: fc.constantFrom<'answer' | 'remove'>(
    'answer',
    'answer',
    'remove',
  ),
  orphans: fc.constantFrom<'drop' | 'text'>('drop', 'drop', 'text'),
  areApprovalsSettled: fc.boolean(),
});

const odd = fc.anything({ maxDepth: 2 });
const oddPartArbitrary = fc.oneof(
  odd,
  fc.record(
    {
      type: fc.constantFrom(
        'tool-call',
        'tool-result',
        'tool-approval-request',
        'tool-approval-response',
        'reasoning',
        'text',
      ),
      toolCallId: fc.oneof(fc.constantFrom('a', 'b', '__proto__', 7), odd),
      toolName: fc.oneof(fc.constantFrom('ls', 'toString', ''), odd),
      input: odd,
      output: fc.oneof(fc.record({ type: fc.string(), value: odd }), odd),
      providerExecuted: odd,
      approvalId: fc.oneof(fc.constantFrom('p', 'q'), odd),
      approved: odd,
      providerOptions: odd,
    },
    { requiredKeys: [] },
  ),
);
const oddMessageArbitrary = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      role: fc.constantFrom('assistant', 'tool', 'user', 'system'),
      content: fc.oneof(
        { weight: 5, arbitrary: fc.array(oddPartArbitrary, { maxLength: 4 }) },
        odd,
      ),
      providerOptions: odd,
    }),
  },
  odd,
);

/** What must hold for random histories, by name. */
export const properties = {
  'one id per call': fc.property(
    uniqueIdsArbitrary,
    corruptionsArbitrary,
    optionsArbitrary,
    (history, corruptions, options) => {
      const messages = corrupt(history, corruptions);
      checkProperties(messages, options);
      checkResults(messages, options);
    },
  ),
  'ids used again': fc.property(
    reusedIdsArbitrary,
    corruptionsArbitrary,
    optionsArbitrary,
    (history, corruptions, options) =>
      checkProperties(corrupt(history, corruptions), options),
  ),
  'ids used again, results lost': fc.property(
    reusedIdsArbitrary,
    lossesArbitrary,
    optionsArbitrary,
    (history, corruptions, options) => {
      const messages = corrupt(history, corruptions);
      checkProperties(messages, options);
      checkKeys(messages, options);
    },
  ),
  'anything at all': fc.property(
    fc.array(oddMessageArbitrary, { maxLength: 6 }),
    optionsArbitrary,
    (messages, options) => {
      const reconciled = run(messages, options).messages;
      if (run(reconciled, options).messages !== reconciled) {
        throw new Error('does not hold: idempotent');
      }
    },
  ),
};
