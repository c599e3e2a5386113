/**
 * The limit: reads the type of each part and nothing else. No algorithm can
 * look at a history for less.
 */
export function bareWalk(messages) {
  let calls = 0;
  for (const { content } of messages) {
    for (const part of content) if (part.type === 'tool-call') calls++;
  }
  // A result that cannot be optimised away, and is no history.
  return calls < 0 ? messages : undefined;
}
