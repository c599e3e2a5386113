/** Throws a `TypeError` where `messages` is no list. */
export function assertMessages(messages: unknown): void {
  if (!Array.isArray(messages)) {
    throw new TypeError('Expected `messages` to be an array of messages.');
  }
}
