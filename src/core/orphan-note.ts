import { isObject, type Part } from './message-parts.js';

/**
 * Writes an orphan result as a delimited note in the user role. Never as a
 * system message, which would raise the authority of a tool's output, and
 * never beside an invented call.
 */
export function orphanNote(result: Part): Part {
  const { toolName, output } = result;
  const value = isObject(output) && 'value' in output ? output.value : output;
  const text = typeof value === 'string' ? value : toJson(value);
  return {
    role: 'user',
    content: [
      {
        type: 'text',
        text: `<orphaned-tool-result tool=${escapeTags(JSON.stringify(toolName ?? ''))}>\n${escapeTags(text)}\n</orphaned-tool-result>`,
      },
    ],
  };
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

// Without an opening bracket no text can close the note.
function escapeTags(text: string): string {
  return text.replaceAll('<', '&lt;');
}
