import type { NumberReading } from "../../formats/json.ts";
import type { Issue } from "../../generated/issue.ts";
import type { RpcError } from "./errors.ts";

/** What two JSON-RPC servers do differently. */
export type Dialect = {
  readonly numbers: NumberReading;
  /** Reads any body. `text` is the body as UTF-8. */
  readonly read: (body: Buffer, text: string) => Message;
  /** Refuses a body that would take too long to read. */
  readonly tooComplex: (data: Issue) => Message;
  readonly unknownMethod: (name: string, services: Services) => RpcError;
  /** `data` is normally an Issue; a handler that rejects an argument itself may pass other data. */
  readonly invalidParams: (data: unknown) => RpcError;
  /** A line of JSON. */
  readonly errorAnswer: (error: RpcError, id: string) => string;
  /** Applied last to the text of a result. */
  readonly result: (text: string) => string;
};

/** What a body holds. */
export type Message =
  | { readonly batch: false; readonly item: Call | Refusal }
  | {
      readonly batch: true;
      /** The text of each item, not yet checked: JSON or not. */
      readonly texts: readonly string[];
      /** Reads an item. Returns undefined where its text is not JSON. */
      readonly readItem: (text: string) => Call | Refusal | undefined;
      /** The refusal of the whole body where an item is not JSON. */
      readonly notJson: () => Refusal;
    };

/** One call: `id` is a JSON token, echoed unchanged; `params` is JSON text, not yet parsed. */
export type Call = {
  /** Undefined for a notification, which gets no response. */
  readonly id: string | undefined;
  readonly method: string;
  readonly params: string | undefined;
};

/** An invalid request. Without an id it gets no response. */
export type Refusal = { readonly id: string | undefined; readonly error: RpcError };

/** The methods of a path and of the other paths, for the text of an error. */
export type Services = {
  readonly names: readonly string[];
  /** Whether a method of this path begins with the name and a dot. */
  readonly hasService: (service: string) => boolean;
  /** The first path of another route that has the method. */
  readonly pathOf: (method: string) => string | undefined;
};
