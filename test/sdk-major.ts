/** The SDK major that the running vitest project resolves `ai` to. */
export const sdkMajor = Number(process.env.SDK_MAJOR) as 5 | 6 | 7;
