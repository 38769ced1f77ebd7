export {
  type Client,
  type ClientOptions,
  createAvalanchegoClient,
  createClient,
} from "./client.ts";
export { isDeclared, RpcError, TransportError } from "./errors.ts";
export { NoEventsError, QueryError } from "./event-errors.ts";
export { type EventOptions, EventStream } from "./event-stream.ts";
export type { AvalanchegoApis } from "./generated/avalanchego.ts";
export type { ErrorArguments, ErrorName } from "./generated/errors.ts";
export type { Apis } from "./generated/spec.ts";
export type * from "./generated/types.ts";
export { stringifyExact } from "./json.ts";
export type { CallOptions } from "./method.ts";
export type { Problem } from "./problem.ts";
export type { Fetch, FetchResponse, Transport } from "./transport.ts";
