import { formatJson, type JsonValue } from "../../src/formats/json.ts";

/** One place where an answer is not the recorded one; undefined is nothing there. */
export type Difference = {
  /** Such as `body.error.data` or `headers.vary`. */
  readonly at: string;
  readonly recorded: string | undefined;
  readonly ours: string | undefined;
};

/**
 * Compares member by member; where only the order of an object's members differs, that is the difference. The
 * recorder kept numbers as doubles, so that those beyond 2^53 are compared as such.
 */
export function differences(recorded: JsonValue, ours: JsonValue, at: string): Difference[] {
  if (formatJson(recorded) === formatJson(ours)) return [];
  if (typeof recorded === "bigint" && Number(recorded) === Number(ours)) return [];
  if (isList(recorded) && isList(ours) && recorded.length === ours.length) {
    return recorded.flatMap((item, i) => differences(item, ours[i]!, `${at}[${i}]`));
  }
  if (!isObject(recorded) || !isObject(ours)) {
    return [{ at, recorded: formatJson(recorded), ours: formatJson(ours) }];
  }
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(ours)])];
  const found = names.flatMap((name) => memberDifferences(recorded, ours, name, at));
  const [theirOrder, ourOrder] = [recorded, ours].map((value) => Object.keys(value).join(", "));
  if (found.length > 0 || theirOrder === ourOrder) return found;
  return [{ at: `${at} (order)`, recorded: theirOrder, ours: ourOrder }];
}

function memberDifferences(
  recorded: JsonObject,
  ours: JsonObject,
  name: string,
  at: string,
): Difference[] {
  const place = at === "" ? name : `${at}.${name}`;
  const [theirs, own] = [recorded[name], ours[name]];
  if (theirs !== undefined && own !== undefined) return differences(theirs, own, place);
  return [
    {
      at: place,
      recorded: theirs === undefined ? undefined : formatJson(theirs),
      ours: own === undefined ? undefined : formatJson(own),
    },
  ];
}

type JsonObject = { readonly [name: string]: JsonValue };

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
