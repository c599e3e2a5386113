import { isObject } from './core/message-parts.js';
import type { ProviderRules, ProviderRulesPart } from './provider-rules.js';

/**
 * Chat Completions. An id has 40 characters at the most (vercel/ai#5171, which
 * xAI words alike). Of a provider-executed call no adapter sends the result:
 * the call then stands there unanswered, or `@ai-sdk/mistral` throws.
 */
const chat: ProviderRules = {
  toolCallId: /^.{1,40}$/s,
  canReplay: replayNothing,
};

/**
 * "String should match pattern '^[a-zA-Z0-9_-]+$'" (pi#198), "`tool_use` ids
 * must be unique" (claude-code#20508), "text content blocks must be non-empty"
 * (litellm#28987), and nothing behind a `tool_use` block (vercel/ai#13013).
 */
const claude: ProviderRules = {
  toolCallId: /^[a-zA-Z0-9_-]+$/,
  uniqueIds: true,
  callsLast: true,
  nonEmptyResults: true,
  canReplay: replayNothing,
};

const opening = '[Earlier messages were left out.]';

/**
 * `ToolUseId` in botocore 1.43. A blank text block is refused, and "A
 * conversation must start with a user message".
 */
const bedrock: ProviderRules = {
  opening,
  toolCallId: /^[a-zA-Z0-9_.:-]{1,64}$/,
  nonEmptyResults: true,
  canReplay: replayNothing,
};

/**
 * Results are paired by name and position (gemini-cli#4217), an empty one is
 * refused (Roo-Code#10672), and calls have to come "immediately after a user
 * turn or after a function response turn" (gemini-cli#26956).
 */
const google: ProviderRules = {
  joinAssistants: true,
  opening,
  resultsInCallOrder: true,
  nonEmptyResults: true,
  canReplay: replayNothing,
};

/**
 * "Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9"
 * (mistral-common), "Unexpected role 'user' after role 'tool'"
 * (hermes-agent#20154).
 */
const mistral: ProviderRules = {
  toolCallId: /^[a-zA-Z0-9]{9}$/,
  bridge: 'OK.',
  canReplay: replayNothing,
};

/** "Duplicate value for 'tool_call_id'". */
const deepseek: ProviderRules = {
  toolCallId: /^.{1,40}$/s,
  uniqueIds: true,
  canReplay: replayNothing,
};

/** `call_id` in OpenAI's OpenAPI file. */
const responses: ProviderRules = { toolCallId: /^.{1,64}$/s };

/**
 * The row of a model, by `provider modelId`; the first that matches counts.
 * The rows of Anthropic and Google hold for ai 6 and 7, whose adapters send
 * all that those providers run; that of ai 5 sends less.
 */
function createRows(): ReadonlyArray<Row> {
  return [
    [
      /^\S*anthropic|^gateway anthropic\//,
      { ...claude, canReplay: isAnthropicCall },
      {
        ...claude,
        canReplay: (call, result) =>
          result?.output?.type !== 'error-json' &&
          isAnthropicCall(call, result),
      },
    ],
    [/^\S*bedrock\S* .*mistral\./, { ...bedrock, ...mistral }],
    [
      /^\S*bedrock\S* .*anthropic\./,
      { ...claude, toolCallId: /^[a-zA-Z0-9_-]{1,64}$/, opening },
    ],
    [/^\S*bedrock|^gateway (amazon|bedrock)\//, bedrock],
    [
      /^google(?!\S*maas)|^gateway google\//,
      { ...google, canReplay: isGoogleCall },
      google,
    ],
    [
      /^(openai|azure)\S*\.responses|^gateway openai\//,
      { ...responses, canReplay: isOpenAICall },
    ],
    [/^xai\.responses|^gateway xai\//, { ...responses, canReplay: isXaiCall }],
    [/^mistral\.chat|^\S+ mistral(ai)?\//, mistral],
    [/^deepseek|^\S+ deepseek(-ai)?\//, deepseek],
    [/^\S+ anthropic\//, claude],
    [/^\S+ google\/gemini/, { ...google, ...chat }],
    [/^\S*\.chat |^(gateway|openrouter) /, chat],
  ];
}

type Row = readonly [RegExp, ProviderRules, ProviderRules?];

// Pure, so that a bundle of something else leaves it out.
const rows = /* @__PURE__ */ createRows();

/**
 * Chooses the rules of a model by its `provider` and `modelId`, also where it
 * is behind a gateway.
 *
 * @param model - A model of any SDK major, or anything else.
 * @returns The rules; undefined where the provider is unknown.
 *
 * @example
 * ```ts
 * import { providerRulesOf } from 'ai-tool-call-resilience';
 *
 * providerRulesOf({ provider: 'mistral.chat', modelId: 'mistral-large' });
 * // { toolCallId: /^[a-zA-Z0-9]{9}$/, bridge: 'OK.', … }
 * ```
 */
export function providerRulesOf(model: unknown): ProviderRules | undefined {
  if (!isObject(model)) return undefined;
  if (!known.has(model)) known.set(model, findRules(model));
  return known.get(model);
}

// It is asked for with each request, and models are few.
const known = /* @__PURE__ */ new WeakMap<object, ProviderRules | undefined>();

function findRules({
  provider,
  modelId,
  specificationVersion,
}: Record<string, unknown>): ProviderRules | undefined {
  const name = `${provider} ${modelId}`;
  const row = rows.find(([pattern]) => pattern.test(name));
  return row && ((specificationVersion === 'v2' && row[2]) || row[1]);
}

function replayNothing(): boolean {
  return false;
}

// Each adapter writes what its provider ran in a form of its own.
const ANTHROPIC_ID = /^(srv|mcp)toolu_/;

/**
 * All that Anthropic gives names its `type`. Other results (texts of a tool
 * message that were moved beside the call, say) are left out by the adapter
 * with a warning, and the call then stands there unanswered.
 */
function isAnthropicCall(
  call: ProviderRulesPart,
  result?: ProviderRulesPart,
): boolean {
  const { type, value } = result?.output ?? {};
  return (
    ANTHROPIC_ID.test(call.toolCallId) &&
    (!result ||
      type === 'error-json' ||
      (type === 'json' &&
        [value].flat().every(item => Object(item).type !== undefined)))
  );
}

function isGoogleCall(
  call: ProviderRulesPart,
  result?: ProviderRulesPart,
): boolean {
  return (
    Object(call.providerOptions?.google ?? call.providerOptions?.vertex)
      .serverToolCallId !== undefined ||
    (call.toolName === 'code_execution' &&
      Object(call.input).code !== undefined &&
      Object(result?.output?.value).outcome !== undefined)
  );
}

function isOpenAICall(
  call: ProviderRulesPart,
  result?: ProviderRulesPart,
): boolean {
  return (
    hasOptions(/^(openai|azure)/, call, result) ||
    (!hasOptions(/^xai/, call, result) &&
      (/^(ws|fs|ci|ig|mcp|cu|sh|ts|call)_/.test(call.toolCallId) ||
        /^mcp\./.test(call.toolName)))
  );
}

/** xAI names its calls as OpenAI does, so that only others can be told. */
function isXaiCall(
  call: ProviderRulesPart,
  result?: ProviderRulesPart,
): boolean {
  return (
    hasOptions(/^xai/, call, result) ||
    !(
      hasOptions(/^(openai|azure|google|vertex)/, call, result) ||
      ANTHROPIC_ID.test(call.toolCallId) ||
      /^server:/.test(call.toolName)
    )
  );
}

function hasOptions(
  name: RegExp,
  call: ProviderRulesPart,
  result?: ProviderRulesPart,
): boolean {
  return Object.keys({
    ...call.providerOptions,
    ...result?.providerOptions,
  }).some(key => name.test(key));
}
