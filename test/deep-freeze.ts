/** Freezes a value and all it holds, so that a mutation throws. */
export function deepFreeze<VALUE>(value: VALUE): VALUE {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
