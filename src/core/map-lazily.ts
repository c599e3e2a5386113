/**
 * Maps a list, and returns that very list where nothing changes. A list that
 * the mapping returns for an item takes its place.
 */
export function mapLazily<ITEM>(
  list: readonly ITEM[],
  map: (item: ITEM, index: number) => ITEM | readonly ITEM[],
): readonly ITEM[] {
  let result: ITEM[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = list[index] as ITEM;
    const mapped = map(item, index);
    if (mapped === item) {
      result?.push(item);
      continue;
    }
    result ??= list.slice(0, index);
    if (Array.isArray(mapped)) result.push(...mapped);
    else result.push(mapped as ITEM);
  }
  return result ?? list;
}
