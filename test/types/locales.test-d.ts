import {
  outcomeUnknown,
  type Placeholder,
  type PlaceholderTexts,
  type UnansweredReason,
} from '../../src/index.js';
import * as locales from '../../src/locales.js';

type Language = 'en' | 'zh' | 'ja' | 'ko' | 'de' | 'fr' | 'es' | 'pt';

export const complete: Record<
  Language | `${Language}OutcomeUnknown`,
  Record<UnansweredReason, string>
> = locales;

export const placeholders: Placeholder[] = [
  outcomeUnknown,
  locales.ja,
  { ...locales.de, interrupted: '[Abgebrochen.]' },
  ({ toolName, reason }) =>
    (toolName === 'pay' ? locales.frOutcomeUnknown : locales.fr)[reason],
];

// @ts-expect-error A set without a text for each reason is not complete.
export const incomplete: PlaceholderTexts = { interrupted: '[…]' };
