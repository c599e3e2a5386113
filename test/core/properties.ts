import fc from 'fast-check';
import {
  checkKeys,
  checkProperties,
  checkResults,
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
});

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
};
