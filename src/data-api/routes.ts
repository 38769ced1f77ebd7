import { operations } from "../generated/data-api/operations.ts";

export type OperationName = keyof typeof operations;

/** An operation, and the parameters in the path of a request. */
export type Match = {
  readonly name: OperationName;
  readonly params: Readonly<Record<string, string>>;
};

type Segment = { readonly at: number; readonly text: string };

type Route = {
  readonly name: OperationName;
  readonly verb: string;
  readonly segmentCount: number;
  readonly literals: readonly Segment[];
  /** `text` is the name of the parameter. */
  readonly params: readonly Segment[];
};

const routes: readonly Route[] = (Object.keys(operations) as OperationName[]).map((name) => {
  const segments = operations[name].path.split("/").map((text, at) => ({ at, text }));
  const isParam = ({ text }: Segment) => text.startsWith("{");
  return {
    name,
    verb: operations[name].verb,
    segmentCount: segments.length,
    literals: segments.filter((segment) => !isParam(segment)),
    params: segments.filter(isParam).map(({ at, text }) => ({ at, text: text.slice(1, -1) })),
  };
});

/** The operations on a path, by verb; empty if there are none. A segment is compared as it is sent, percent-decoded. */
export function matchesOf(path: string): ReadonlyMap<string, Match> {
  const given = path.split("/").map(decoded);
  const found = new Map<string, Match>();
  for (const route of routes) {
    const { name, verb, segmentCount, literals } = route;
    if (segmentCount !== given.length) continue;
    if (!literals.every(({ at, text }) => given[at] === text)) continue;
    const params = paramsOf(route, given);
    if (params !== undefined) found.set(verb, { name, params });
  }
  return found;
}

/** Undefined if one is empty or not UTF-8. */
function paramsOf(
  { params }: Route,
  given: readonly (string | undefined)[],
): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const { at, text: name } of params) {
    const text = given[at];
    if (text === undefined || text === "") return undefined;
    found[name] = text;
  }
  return found;
}

/** Undefined if the bytes are not UTF-8. */
function decoded(segment: string): string | undefined {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
