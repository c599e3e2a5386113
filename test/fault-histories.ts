import type { ToolCallFaultKind } from '../src/index.js';
import type { ProviderRuleFaultKind } from '../src/tool-call-report.js';

/** Stands in every place that a user's or a tool's words can stand in. */
export const SECRET = 'hunter2';

const providerOptions = { openai: { note: SECRET }, [SECRET]: { key: SECRET } };

const system = { role: 'system', content: SECRET, providerOptions };

const user = {
  role: 'user',
  content: [
    { type: 'text', text: SECRET, providerOptions },
    {
      type: 'file',
      data: SECRET,
      mediaType: 'text/plain',
      filename: SECRET,
      providerOptions,
    },
  ],
  providerOptions,
};

const said = [
  { type: 'text', text: SECRET, providerOptions },
  { type: 'reasoning', text: SECRET, providerOptions },
  { type: 'file', data: SECRET, mediaType: 'text/plain', providerOptions },
];

const assistant = (...content: unknown[]) => ({
  role: 'assistant',
  content: [...said, ...content],
  providerOptions,
});

const tool = (...content: unknown[]) => ({
  role: 'tool',
  content,
  providerOptions,
});

const input = { [SECRET]: SECRET, list: [{ deep: SECRET }] };

const call = (toolCallId: string, more: object = {}) => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'pay',
  input,
  providerOptions,
  ...more,
});

const serverCall = (toolCallId: string) =>
  call(toolCallId, { providerExecuted: true });

const result = (
  toolCallId: string,
  output: object = { type: 'text', value: SECRET },
) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'pay',
  output,
  providerOptions,
});

const request = (toolCallId: string) => ({
  type: 'tool-approval-request',
  approvalId: `${SECRET} ${toolCallId}`,
  toolCallId,
  providerOptions,
});

const response = (toolCallId: string, approved = true) => ({
  type: 'tool-approval-response',
  approvalId: `${SECRET} ${toolCallId}`,
  approved,
  reason: SECRET,
  providerOptions,
});

type History = Array<{ role: string; content: unknown }>;

const OUTPUTS = [
  { type: 'text', value: SECRET },
  { type: 'json', value: input },
  { type: 'error-text', value: SECRET },
  { type: 'error-json', value: input },
  { type: 'execution-denied', reason: SECRET },
  { type: 'content', value: [{ type: 'text', text: SECRET }] },
];

/** For each kind of fault a history that has it, full of secrets. */
export const faultHistories: Record<
  Exclude<ToolCallFaultKind, ProviderRuleFaultKind>,
  History
> = {
  'missing-result': [
    system,
    user,
    assistant(call('interrupted')),
    user,
    assistant(call('unreadable', { input: `{"to":"${SECRET}` })),
    user,
    assistant(call('unanswered'), request('unanswered')),
    user,
    assistant(call('denied'), request('denied')),
    tool(response('denied', false)),
    user,
    assistant(call('approved'), request('approved')),
    tool(response('approved')),
    user,
  ],
  'displaced-result': [user, assistant(call('a')), user, tool(result('a'))],
  'orphan-result': [
    user,
    ...OUTPUTS.map((output, index) => tool(result(`orphan_${index}`, output))),
    user,
  ],
  'duplicate-result': [
    user,
    assistant(call('a')),
    tool(...OUTPUTS.map(output => result('a', output))),
    user,
  ],
  'split-results': [
    user,
    assistant(call('a'), call('b')),
    tool(result('a')),
    tool(result('b')),
    user,
  ],
  'duplicate-call': [
    user,
    assistant(call('a'), call('a')),
    tool(result('a')),
    user,
  ],
  'reused-id': [
    user,
    assistant(call('a'), call('a', { input: { other: SECRET } })),
    tool(result('a'), result('a')),
    user,
  ],
  'malformed-id': [user, assistant(call('')), tool(result('')), user],
  'mismatched-id': [
    user,
    assistant(call('call:1')),
    tool(result('call_1')),
    user,
  ],
  'invalid-name': [
    user,
    assistant(call('a', { toolName: 'not sendable' })),
    tool(result('a')),
    user,
  ],
  'invalid-input': [
    user,
    assistant(call('a', { input: [SECRET] })),
    tool(result('a')),
    user,
  ],
  'open-provider-call': [user, assistant(serverCall('a')), user],
  'displaced-approval': [
    user,
    assistant(call('a'), request('a')),
    user,
    tool(response('a')),
  ],
  'split-approvals': [
    user,
    assistant(call('a'), request('a'), call('b'), request('b')),
    tool(response('a')),
    tool(response('b')),
  ],
  'duplicate-approval': [
    user,
    assistant(call('a'), request('a')),
    tool(response('a'), response('a')),
  ],
  'orphan-approval': [user, assistant(), tool(response('a')), user],
  'empty-result': [
    user,
    assistant(call('a')),
    tool(result('a', { type: 'error-text', value: '', note: SECRET })),
    user,
  ],
  'empty-message': [
    user,
    { role: 'assistant', content: [], providerOptions } as History[number],
    user,
  ],
};
