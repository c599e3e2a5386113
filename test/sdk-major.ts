/** The SDK major that the running vitest project resolves `ai` to. */
export const sdkMajor = Number(process.env.SDK_MAJOR) as 5 | 6 | 7;

/** Whether it is the lowest release of that major. */
export const isLowest = process.env.SDK_RELEASE === 'lowest';

/** From 6.0.43 on a call without a result throws before a middleware runs. */
export const throwsBeforeMiddleware =
  sdkMajor === 7 || (sdkMajor === 6 && !isLowest);

/** Whether it is 5.0.0. */
export const isFirst = sdkMajor === 5 && isLowest;

/** 5.0.0 only returns the warnings of a call. */
export const logsWarnings = !isFirst;
