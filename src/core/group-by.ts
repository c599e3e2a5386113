/** Groups values by a key, in order. (`Map.groupBy` is missing in Node 18.) */
export function groupBy<VALUE, KEY>(
  values: Iterable<VALUE>,
  keyOf: (value: VALUE) => KEY,
): Map<KEY, VALUE[]> {
  const groups = new Map<KEY, VALUE[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
