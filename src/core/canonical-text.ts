import { isObject } from './message-parts.js';

/**
 * Writes a value as JSON with sorted keys, so that two stored copies of one
 * input compare equal; undefined where that cannot be done (cycles, hostile
 * values).
 */
export function canonicalText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_key, inner: unknown) =>
      isObject(inner) && !Array.isArray(inner)
        ? Object.fromEntries(
            Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)),
          )
        : inner,
    );
  } catch {
    return undefined;
  }
}
