import { generateText, type ModelMessage } from 'ai';
import { createMockModel } from '#mock-model';
import {
  findToolCallFaults,
  reconcileToolCalls,
  type ToolCallFault,
  type ToolCallReport,
} from '../../src/index.js';

declare const messages: ModelMessage[];

/** A message type of a caller. */
type StoredMessage = ModelMessage & { id: string };
declare const stored: readonly StoredMessage[];

export const own: ModelMessage[] = reconcileToolCalls(messages);
export const extended: StoredMessage[] = reconcileToolCalls(stored);
export const faults: ToolCallFault[] = findToolCallFaults(messages, {
  scanLast: 20,
});

export const called = () =>
  generateText({
    model: createMockModel(),
    messages: reconcileToolCalls(messages, {
      placeholder: ({ toolName, reason }) =>
        toolName === 'pay' && reason === 'interrupted'
          ? { type: 'error-json', value: { outcome: 'unknown' } }
          : undefined,
      unanswered: 'answer',
      orphans: 'text',
      scanLast: undefined,
      onRepair: async (report: ToolCallReport) => report.counts,
      warn: false,
    }),
  });

// @ts-expect-error: no list of messages
reconcileToolCalls('messages');
