import type { Message } from "./envelope.ts";
import type { RpcError } from "./errors.ts";
import type { NumberReading } from "./json-value.ts";

/** Where two servers of JSON-RPC differ. */
export type Dialect = {
  readonly numbers: NumberReading;
  /** Reads any body. `text` is the body as UTF-8. */
  readonly read: (body: Buffer, text: string) => Message;
  readonly unknownMethod: (name: string, services: Services) => RpcError;
  /** Normally the data is an issue; a handler that finds the fault itself may tell it otherwise. */
  readonly invalidParams: (data: unknown) => RpcError;
  /** A line of JSON. */
  readonly errorAnswer: (error: RpcError, id: string) => string;
  /** Last change to the text of a result. */
  readonly result: (text: string) => string;
};

/** What a path serves, and what the other paths do, for the text of a refusal. */
export type Services = {
  readonly names: readonly string[];
  /** Whether a method of this path begins with the name and a dot. */
  readonly hasService: (service: string) => boolean;
  /** The first path of another route that has the method. */
  readonly pathOf: (method: string) => string | undefined;
};
