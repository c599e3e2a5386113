import type { PlaceholderTexts } from './placeholder-texts.js';

/**
 * Derives the texts for an unknown outcome from the plain ones: only a call
 * that may have begun to run has another text.
 */
export function withOutcomeUnknown(
  texts: PlaceholderTexts,
  unknown: Pick<PlaceholderTexts, 'interrupted' | 'approved-not-run'>,
): PlaceholderTexts {
  return { ...texts, ...unknown };
}
