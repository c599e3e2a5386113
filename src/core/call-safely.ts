/**
 * Calls a function of the caller's that must not break a model call: what it
 * throws is ignored, and so is what a promise of it is rejected with.
 */
export function callSafely<VALUE>(callback: () => VALUE): VALUE | undefined {
  try {
    const value = callback();
    // Nobody else would catch it, and Node ends the process over it.
    Promise.resolve(value).catch(() => {});
    return value;
  } catch {
    return undefined;
  }
}
