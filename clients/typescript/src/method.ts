import type { ErrorName } from "./generated/errors.ts";
import type { Shape } from "./shape.ts";

/** The options of one call that override those of its client. */
export type CallOptions = {
  /** Total time in milliseconds, including retries; 0 means no limit. */
  readonly timeoutMs?: number;
  /** Ends the call when it aborts. */
  readonly signal?: AbortSignal;
  /** How often a failed call is sent again, if the method may be called twice. */
  readonly retries?: number;
};

/** What a call needs to know about its method. */
export type MethodInfo = {
  readonly hasParams: boolean;
  /** Calling it twice is no different from calling it once. */
  readonly repeatable: boolean;
  /** The errors that it declares. */
  readonly errors: readonly ErrorName[];
  /** Whether it is sent without an ID, because the server does not respond to it. */
  readonly isNotification?: boolean;
  /** What its result must be. Default: anything. */
  readonly result?: Shape;
  /** The names of its params in order, if they are sent as a list. */
  readonly positions?: readonly string[];
  /** Whether a param that is left out before one that is given is sent as null, not the params by name. */
  readonly isOnlyByPosition?: boolean;
};

export type MethodTable = Readonly<Record<string, MethodInfo>>;

/** Returns the params as they are sent: by name, or as a list of the method's positions. */
export function arrangeParams(params: unknown, info: MethodInfo | undefined): unknown {
  const { positions, isOnlyByPosition = false } = info ?? {};
  if (positions === undefined || info?.hasParams !== true) return params;
  const given = (params ?? {}) as Readonly<Record<string, unknown>>;
  const isGiven = (name: string) => Object.hasOwn(given, name) && given[name] !== undefined;
  const list = positions.slice(0, 1 + positions.map(isGiven).lastIndexOf(true));
  if (!isOnlyByPosition && !list.every(isGiven)) return params;
  return list.map((name) => (isGiven(name) ? given[name] : null));
}
