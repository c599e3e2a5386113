/**
 * A number that is the same for the same id, also once it is folded, and
 * seldom for another one.
 */
export function keyOfId(id: unknown): number {
  if (typeof id !== 'string') return 0;
  let key = id.length;
  for (let i = Math.max(0, id.length - 6); i < id.length; i++) {
    const code = id.charCodeAt(i);
    key = Math.imul(key, 31) + (isLetterOrDigit(code) ? code : 0);
  }
  return key;
}

function isLetterOrDigit(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90)
  );
}
