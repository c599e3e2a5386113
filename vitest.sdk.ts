import { fileURLToPath } from 'node:url';

const path = (relative: string) =>
  fileURLToPath(new URL(relative, import.meta.url));

// A busy machine may be slow; what is not linear takes much longer than this.
export const testTimeout = 60_000;

/** Which release of the SDK and which build of the package are tested. */
interface SdkProjectOptions {
  /** The newest release of a major is installed by its plain name. */
  isLowest?: boolean;
  /** File extension of the entries in `dist`; without it, `src` is tested. */
  build?: 'js' | 'cjs';
  include?: string;
}

/** The same tests on one SDK major: plain names resolve to its alias. */
export function sdkProject(
  major: 5 | 6 | 7,
  {
    isLowest = false,
    build,
    include = 'test/*.test.ts',
  }: SdkProjectOptions = {},
) {
  const release = `v${major}${isLowest ? '-lowest' : ''}`;
  return {
    resolve: {
      alias: [
        ...(release === 'v5'
          ? []
          : [
              { find: /^ai(\/.*)?$/, replacement: `ai-${release}$1` },
              {
                find: /^@ai-sdk\/(openai|provider)$/,
                replacement: `@ai-sdk/$1-${release}`,
              },
            ]),
        ...(major === 5
          ? []
          : [
              {
                find: /^@ai-sdk\/(amazon-bedrock|anthropic|cohere|deepseek|google|groq|mistral|openai-compatible|xai)$/,
                replacement: `@ai-sdk/$1-v${major}`,
              },
            ]),
        ...(build
          ? [
              {
                find: /^(?:\.\.\/)+src\/(index|locales|opentelemetry)\.js$/,
                replacement: path(`./dist/$1.${build}`),
              },
            ]
          : []),
        {
          find: '#mock-model',
          replacement: path(`./test/mock-model.v${major}.ts`),
        },
      ],
    },
    test: {
      name: [`ai-${major}`, isLowest && 'lowest', build]
        .filter(Boolean)
        .join('-'),
      include: [include],
      exclude: [
        ...(major === 5 ? ['test/approvals.test.ts'] : []),
        // Its provider packages are the newest ones.
        ...(isLowest ? ['test/hand-over.test.ts'] : []),
      ],
      env: {
        SDK_MAJOR: String(major),
        SDK_RELEASE: isLowest ? 'lowest' : 'newest',
      },
      testTimeout,
    },
  };
}
