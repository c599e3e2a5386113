// Mutation testing runs a part of the random histories, and always the same.
const share = Number(import.meta.env.PROPERTY_SHARE ?? 1);

/** How often a property runs. */
export const propertySettings = (numRuns: number) => ({
  numRuns: Math.ceil(numRuns * share),
  ...(share < 1 && { seed: 1 }),
});
