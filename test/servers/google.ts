import {
  firstOf,
  isPlainObject,
  type Protocol,
  type Rule,
  serverSentEvents,
} from './strict-server.js';

interface ContentPart {
  text?: string;
  functionCall?: { name: string; args?: unknown };
  functionResponse?: { name: string; response: { content?: unknown } };
  thoughtSignature?: string;
}

/** A request of Google's Generative Language protocol. */
export interface GoogleRequest {
  contents: Array<{ role: string; parts: ContentPart[] }>;
}

const callsOf = (content: GoogleRequest['contents'][number] | undefined) =>
  content?.parts.flatMap(part => part.functionCall ?? []) ?? [];
const responsesOf = (content: GoogleRequest['contents'][number] | undefined) =>
  content?.parts.flatMap(part => part.functionResponse ?? []) ?? [];

const COUNT =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';

/** Google's rules for function calls, with its own texts. */
const googleRules: ReadonlyArray<Rule<GoogleRequest>> = [
  {
    // Source: gemini-cli#4217; for responses in two contents: eino-ext#571.
    name: 'the next content has as many responses as there are calls',
    check: ({ contents }) =>
      firstOf(contents, (content, index) => {
        const calls = callsOf(content).length;
        return calls > 0 && responsesOf(contents[index + 1]).length !== calls
          ? COUNT
          : undefined;
      }),
  },
  {
    // Source: the same; a response has to stand behind its call turn.
    name: 'responses stand behind calls',
    check: ({ contents }) =>
      firstOf(contents, (content, index) =>
        responsesOf(content).length > 0 &&
        callsOf(contents[index - 1]).length === 0
          ? COUNT
          : undefined,
      ),
  },
  {
    // Source: responses are paired by name and position. No error is known:
    // the API would give one function the result of another.
    name: 'responses stand in the order of the calls',
    check: ({ contents }) =>
      firstOf(contents, (content, index) => {
        const calls = callsOf(contents[index - 1]);
        return firstOf(responsesOf(content), ({ name }, position) =>
          calls.length > position && calls[position]?.name !== name
            ? `Function response ${name} stands in the place of ${calls[position]?.name}.`
            : undefined,
        );
      }),
  },
  {
    // Source: gemini-cli#26956.
    name: 'calls come behind a user turn or responses',
    check: ({ contents }) =>
      firstOf(contents, (content, index) =>
        callsOf(content).length > 0 && contents[index - 1]?.role !== 'user'
          ? 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
          : undefined,
      ),
  },
  {
    // Source: opencode#17519, Roo-Code#10672 (the same for empty responses).
    name: 'a content has parts and a response has content',
    check: ({ contents }) =>
      firstOf(contents, content =>
        content.parts.length === 0 ||
        responsesOf(content).some(({ response }) => response.content === '')
          ? 'Unable to submit request because it must include at least one parts field, which describes the prompt input.'
          : undefined,
      ),
  },
  {
    // Source: `args` is a Struct in Google's API definition.
    name: 'args are an object',
    check: ({ contents }) =>
      firstOf(contents.flatMap(callsOf), ({ args }) =>
        args === undefined || isPlainObject(args)
          ? undefined
          : "Invalid value at 'contents[0].parts[0].function_call.args' (type.googleapis.com/google.protobuf.Struct)",
      ),
  },
  {
    // Source: `name` in Google's API definition.
    name: 'a name is letters, digits, underscores, dots and dashes',
    check: ({ contents }) =>
      firstOf(contents.flatMap(callsOf), ({ name }) =>
        /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(name)
          ? undefined
          : 'Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:) or dashes (-), with a maximum length of 128.',
      ),
  },
];

const reply = {
  candidates: [
    {
      content: { role: 'model', parts: [{ text: 'Done.' }] },
      finishReason: 'STOP',
      index: 0,
    },
  ],
  usageMetadata: {
    promptTokenCount: 1,
    candidatesTokenCount: 1,
    totalTokenCount: 2,
  },
};

export const google: Protocol<GoogleRequest> = {
  rules: googleRules,
  refusal: message => ({
    error: { code: 400, message, status: 'INVALID_ARGUMENT' },
  }),
  isStream: (_request, path) => path.endsWith(':streamGenerateContent'),
  reply: () => reply,
  stream: () => serverSentEvents([reply]),
};
