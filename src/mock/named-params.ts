import type { JsonValue } from "../formats/json.ts";

/** A parameter as a document declares it. */
export type DeclaredParam = { readonly name: string; readonly default: JsonValue | undefined };

/**
 * Params by the document's names, as `@open-rpc/server-js` expects them: names match case-insensitively, null means
 * absent, absent params have their defaults, and integers beyond 2^53 are strings.
 */
export function namedParams(
  declared: readonly DeclaredParam[],
  given: Readonly<Record<string, JsonValue>>,
): Readonly<Record<string, JsonValue>> {
  const byLowerName = new Map(
    Object.entries(given)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name.toLowerCase(), value]),
  );
  const named: Record<string, JsonValue> = {};
  for (const param of declared) {
    const value = byLowerName.get(param.name.toLowerCase()) ?? param.default;
    if (value !== undefined) named[param.name] = typeof value === "bigint" ? `${value}` : value;
  }
  return named;
}
