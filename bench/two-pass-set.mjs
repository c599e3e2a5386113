/**
 * What most systems do: one pass collects the ids of the results, a second one
 * answers the calls whose id is not among them.
 */
export function twoPassSet(messages) {
  const answered = new Set();
  for (const { role, content } of messages) {
    if (role !== 'tool') continue;
    for (const part of content) answered.add(part.toolCallId);
  }
  const result = [];
  for (const message of messages) {
    result.push(message);
    if (message.role !== 'assistant') continue;
    const missing = message.content.filter(
      part => part.type === 'tool-call' && !answered.has(part.toolCallId),
    );
    if (missing.length === 0) continue;
    result.push({
      role: 'tool',
      content: missing.map(({ toolCallId, toolName }) => ({
        type: 'tool-result',
        toolCallId,
        toolName,
        output: { type: 'error-text', value: 'Interrupted.' },
      })),
    });
  }
  return result;
}
