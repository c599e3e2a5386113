import type { Part } from '../message-parts.js';
import { sendableInput } from '../sendable-input.js';

/**
 * The input of a tool part as it can be sent. The SDK keeps an input that it
 * could not read in `rawInput`; of one that was cut off while it streamed only
 * what the page has shown is kept.
 */
export function uiInput({ state, input, rawInput }: Part): {
  input: unknown;
  isUnreadable: boolean;
} {
  const sendable = sendableInput(input ?? rawInput);
  return state === 'input-streaming' && sendable.isUnreadable
    ? { input: {}, isUnreadable: false }
    : sendable;
}
