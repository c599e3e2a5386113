import {
  firstOf,
  type Protocol,
  type Rule,
  serverSentEvents,
} from './strict-server.js';

interface Item {
  type?: string;
  role?: string;
  id?: string;
  call_id?: string;
  name?: string;
  arguments?: unknown;
  output?: unknown;
}

/** A request of OpenAI's Responses protocol, as far as the rules read it. */
export interface ResponsesRequest {
  input: Item[];
  previous_response_id?: string;
  stream?: boolean;
}

type ResponsesRule = Rule<ResponsesRequest>;

const isCall = ({ type }: Item) => type === 'function_call';
const isOutput = ({ type }: Item) => type === 'function_call_output';

const tooLong = (param: string, text: string | undefined, limit: number) =>
  text !== undefined && text.length > limit
    ? `Invalid '${param}': string too long. Expected a string with maximum length ${limit}, but got a string with length ${text.length} instead.`
    : undefined;

/** Rules that OpenAI and xAI have in common. */
const shared: readonly ResponsesRule[] = [
  {
    // Source: vercel/ai#12709, #11167.
    name: 'every call has its output',
    check: ({ input }) =>
      firstOf(input.filter(isCall), ({ call_id: id }) =>
        input.some(item => isOutput(item) && item.call_id === id)
          ? undefined
          : `No tool output found for function call ${id}.`,
      ),
  },
  {
    // Source: vercel/ai#8216, n8n#33431. The package of ai 5 sends a stored
    // call as a reference, which does not tell the call's id.
    name: 'an output stands behind its call',
    check: ({ input, previous_response_id: previous }) => {
      const calls = new Set<unknown>();
      let references = 0;
      return firstOf(input, item => {
        if (isCall(item)) calls.add(item.call_id);
        if (item.type === 'item_reference' && /^fc_/.test(item.id ?? '')) {
          references++;
        }
        if (!isOutput(item) || previous !== undefined) return undefined;
        return calls.has(item.call_id) || references-- > 0
          ? undefined
          : `No tool call found for function call output with call_id ${item.call_id}.`;
      });
    },
  },
  {
    // Source: vercel/ai#14428.
    name: 'an output item has an output',
    check: ({ input }) =>
      firstOf(input, (item, index) =>
        isOutput(item) && item.output === undefined
          ? `Missing required parameter: 'input[${index}].output'.`
          : undefined,
      ),
  },
  {
    // Source: OpenAI's OpenAPI file.
    name: 'a call has arguments as a text',
    check: ({ input }) =>
      firstOf(input, (item, index) =>
        isCall(item) && typeof item.arguments !== 'string'
          ? `Missing required parameter: 'input[${index}].arguments'.`
          : undefined,
      ),
  },
  {
    // Source: OpenAI's OpenAPI file and a public report.
    name: 'a call id has 1 to 64 characters',
    check: ({ input }) =>
      firstOf(input, ({ call_id: id }, index) =>
        id === ''
          ? `Invalid 'input[${index}].call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.`
          : tooLong(`input[${index}].call_id`, id, 64),
      ),
  },
  {
    // Source: a public report.
    name: 'a name has 128 characters at the most',
    check: ({ input }) =>
      firstOf(input, ({ name }, index) =>
        tooLong(`input[${index}].name`, name, 128),
      ),
  },
];

/** OpenAI's rules for function calls, with its own texts. */
const openAIResponsesRules: readonly ResponsesRule[] = [
  ...shared,
  {
    // Source: laravel/ai#1052 and two public reports.
    name: 'the item id of a call begins with fc',
    check: ({ input }) =>
      firstOf(input, (item, index) =>
        isCall(item) && item.id !== undefined && !item.id.startsWith('fc')
          ? `Invalid 'input[${index}].id': '${item.id}'. Expected an ID that begins with 'fc'.`
          : undefined,
      ),
  },
  {
    // Source: the same reports.
    name: 'an item id has 64 characters at the most',
    check: ({ input }) =>
      firstOf(input, ({ id }, index) => tooLong(`input[${index}].id`, id, 64)),
  },
  {
    // Source: vercel/ai#8321, opencode#20698.
    name: 'what a reasoning item led to follows it',
    check: ({ input }) =>
      firstOf(input, ({ type, id }, index) => {
        const next = input[index + 1];
        const isAlone =
          next === undefined || next.role === 'user' || isOutput(next);
        return isAlone &&
          (type === 'reasoning' ||
            (type === 'item_reference' && id?.startsWith('rs_')))
          ? `Item '${id}' of type 'reasoning' was provided without its required following item.`
          : undefined;
      }),
  },
  {
    // Source: vercel/ai#10290, #9119. The forms are those of OpenAI's ids.
    name: 'an item reference is one of its own',
    check: ({ input }) =>
      firstOf(input, ({ type, id = '' }) =>
        type !== 'item_reference' || /^(rs|msg|fc|ws|fs|ci|ig|mcp)_/.test(id)
          ? undefined
          : `Item with id '${id}' not found.`,
      ),
  },
];

/** The package sends a call's id as the item's id as well, so less is known. */
const xaiResponsesRules: readonly ResponsesRule[] = shared;

function responsesProtocol(
  rules: readonly ResponsesRule[],
  refusal: (message: string) => object,
): Protocol<ResponsesRequest> {
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const text = { type: 'output_text', text: 'Done.', annotations: [] };
  const message = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
  };
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 0,
    model: 'm',
    status: 'completed',
    error: null,
    incomplete_details: null,
    output: [{ ...message, content: [text] }],
    usage,
  };
  const started = { ...response, status: 'in_progress', output: [] };
  return {
    rules,
    refusal,
    isStream: ({ stream }) => stream === true,
    reply: () => response,
    stream: () =>
      serverSentEvents([
        { type: 'response.created', response: started },
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: { ...message, status: 'in_progress', content: [] },
        },
        {
          type: 'response.output_text.delta',
          item_id: 'msg_1',
          output_index: 0,
          content_index: 0,
          delta: 'Done.',
          logprobs: [],
        },
        {
          type: 'response.output_item.done',
          output_index: 0,
          item: { ...message, content: [text] },
        },
        { type: 'response.completed', response },
      ]),
  };
}

export const openAIResponses: Protocol<ResponsesRequest> = responsesProtocol(
  openAIResponsesRules,
  message => ({
    error: { message, type: 'invalid_request_error', param: null, code: null },
  }),
);

export const xaiResponses: Protocol<ResponsesRequest> = responsesProtocol(
  xaiResponsesRules,
  message => ({ code: 'invalid-argument', error: message }),
);
