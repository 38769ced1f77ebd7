import { operations } from "../generated/data-api/operations.ts";

export type OperationName = keyof typeof operations;

/** An operation, and the parameters in the path of a request. */
export type Match = {
  readonly name: OperationName;
  readonly params: Readonly<Record<string, string>>;
};

type Route = {
  readonly name: OperationName;
  readonly verb: string;
  readonly segments: readonly string[];
};

const routes: readonly Route[] = (Object.keys(operations) as OperationName[]).map((name) => ({
  name,
  verb: operations[name].verb,
  segments: operations[name].path.split("/"),
}));

/** The operations on a path, by verb; empty if there are none. A segment is compared as it is sent, percent-decoded. */
export function matchesOf(path: string): ReadonlyMap<string, Match> {
  const given = path.split("/").map(decoded);
  const found = new Map<string, Match>();
  for (const { name, verb, segments } of routes) {
    const params = paramsOf(segments, given);
    if (params !== undefined) found.set(verb, { name, params });
  }
  return found;
}

function paramsOf(
  segments: readonly string[],
  given: readonly (string | undefined)[],
): Record<string, string> | undefined {
  if (segments.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const text = given[index];
    if (segment.startsWith("{") && text !== undefined && text !== "") {
      params[segment.slice(1, -1)] = text;
    } else if (segment !== text) return undefined;
  }
  return params;
}

/** Undefined if the bytes are not UTF-8. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
