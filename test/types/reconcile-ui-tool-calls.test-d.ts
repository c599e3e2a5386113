import { convertToModelMessages, type UIMessage } from 'ai';
import { reconcileUIToolCalls } from '../../src/index.js';

/** A message type of a caller. */
type OwnMessage = UIMessage<
  { model: string },
  { weather: { city: string } },
  { ls: { input: { path: string }; output: string } }
>;
declare const own: OwnMessage[];
declare const frozen: readonly OwnMessage[];

export const same: OwnMessage[] = reconcileUIToolCalls(own);
export const thawed: OwnMessage[] = reconcileUIToolCalls(frozen, {
  frontier: 'keep',
  placeholder: 'Stopped.',
});
export const converted = convertToModelMessages(reconcileUIToolCalls(own));
export const updater = (messages: OwnMessage[]): OwnMessage[] =>
  reconcileUIToolCalls(messages);

// @ts-expect-error: no list of messages
reconcileUIToolCalls('messages');
// @ts-expect-error: no such option
reconcileUIToolCalls(own, { frontier: 'drop' });
