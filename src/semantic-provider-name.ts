/**
 * Values of `gen_ai.provider.name` by the first part of the SDK's provider
 * ids, where the two differ. Source: the well-known values in OpenTelemetry's
 * GenAI semantic conventions, chosen as `@ai-sdk/otel` chooses them, so that
 * its spans and metrics can be joined.
 */
const NAMES: ReadonlyArray<readonly [prefix: string, name: string]> = [
  ['google.vertex', 'gcp.vertex_ai'],
  ['google-vertex', 'gcp.vertex_ai'],
  ['google', 'gcp.gemini'],
  ['amazon-bedrock', 'aws.bedrock'],
  ['bedrock', 'aws.bedrock'],
  ['azure-openai', 'azure.ai.openai'],
  ['azure', 'azure.ai.inference'],
  ['anthropic', 'anthropic'],
  ['openai', 'openai'],
  ['mistral', 'mistral_ai'],
  ['cohere', 'cohere'],
  ['groq', 'groq'],
  ['deepseek', 'deepseek'],
  ['perplexity', 'perplexity'],
  ['xai', 'x_ai'],
];

/**
 * Turns the provider id of a model (`openai.responses`) into its name in
 * OpenTelemetry's conventions (`openai`); an id without one stays as it is.
 */
export function semanticProviderName(provider: string): string {
  const id = provider.toLowerCase();
  const known = NAMES.find(
    ([prefix]) =>
      id === prefix ||
      id.startsWith(`${prefix}.`) ||
      id.startsWith(`${prefix}-`),
  );
  return known?.[1] ?? provider;
}
