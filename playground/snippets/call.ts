import type { Method } from "../contract/contract.ts";
import type { SchemaMap } from "../contract/schema.ts";
import type { JsonObject } from "../json/parse.ts";

/** A call that is written down in a language. */
export type Call = {
  readonly method: Method;
  readonly schemas: SchemaMap;
  readonly params: JsonObject;
  /** The text of the request as sent. */
  readonly request: string;
  /** Where the node is, without a slash at its end. */
  readonly node: string;
  /** The path of the call. */
  readonly path: string;
  readonly profile: string;
};
