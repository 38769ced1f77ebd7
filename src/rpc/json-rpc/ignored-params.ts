import { members, skipSpace } from "../../formats/json-scan.ts";
import { nearest } from "../../formats/nearest.ts";
import type { MethodEntry } from "./method.ts";

/** Longer params are not searched: of a large list of addresses, the name is right. */
const paramsMax = 16_384;
const nameMax = 64;
const listedMax = 3;

/**
 * Names the params that a method does not have and therefore ignores, as a line of ASCII for a header:
 * `platform.getBalance ignores the param "height"`. The text of the params must be JSON.
 */
export const ignoredParams = (
  { name, paramNames }: MethodEntry,
  params: string | undefined,
): string | undefined => {
  if (paramNames === undefined || params === undefined || params.length > paramsMax) {
    return undefined;
  }
  const at = objectAt(params);
  if (at === undefined) return undefined;
  const unknown = new Set<string>();
  for (const member of members(params.slice(at), nameMax)) {
    if (!isKnown(member.name, paramNames)) unknown.add(member.name);
    if (unknown.size > listedMax) break;
  }
  if (unknown.size === 0) return undefined;
  const listed = [...unknown].slice(0, listedMax).map((each) => named(each, paramNames));
  const more = unknown.size > listedMax ? " and others" : "";
  return `${name} ignores the param ${listed.join(", ")}${more}`;
};

/** Where the object of named params starts: the params themselves, or the first element of an array. */
const objectAt = (params: string): number | undefined => {
  const start = skipSpace(params, 0);
  const at = params[start] === "[" ? skipSpace(params, start + 1) : start;
  return params[at] === "{" ? at : undefined;
};

const isKnown = (name: string, known: readonly string[]): boolean =>
  known.includes(name) || known.some((each) => each.toLowerCase() === name.toLowerCase());

const named = (name: string, known: readonly string[]): string => {
  // Two letters of a short name may differ, which says nothing.
  const near = name.length > 2 ? nearest(name, known) : undefined;
  const shown = `"${name.replace(/[^ -~]|["\\]/g, "?")}"`;
  return near === undefined ? shown : `${shown} (did you mean "${near}"?)`;
};
