/** Whether two JSON values are equal, whatever the order of members. Generated validators call it. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(b, name) &&
      equal((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
  );
}

/** The number of characters of a text, each of one or two UTF-16 units. */
export function ucs2length(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
