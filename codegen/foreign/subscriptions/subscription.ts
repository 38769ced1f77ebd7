import type { Json, JsonObject } from "../../load/json.ts";

/** A notification that a server pushes, and the schema of what it says. */
export type Push = { readonly notification: string; readonly payload: Json };

/** What a method that subscribes pushes, for all of its params or for some. */
export type Subscription = {
  /** The method that subscribes and returns the ID of the subscription. */
  readonly method: JsonObject;
  /** Unlike those of the other subscriptions of the method; empty if it has only one. */
  readonly name: string;
  readonly summary: string | undefined;
  /** The params that choose it. */
  readonly when: JsonObject;
  /** The names of the other params that it takes; undefined for all. */
  readonly takes: readonly string[] | undefined;
  /** The schemas of params that the subscription restricts more than its method. */
  readonly narrowed?: JsonObject;
  readonly pushes: readonly Push[];
  /** The members of a notification's params with the ID and with the payload. */
  readonly idMember: string;
  readonly payloadMember: string;
  /** The method that ends it, whose first param is the ID. */
  readonly end: string | undefined;
};
