import type { NumberReading } from "../../formats/json.ts";
import type { Issue } from "../../generated/issue.ts";
import { errorAnswer, type RpcError } from "./errors.ts";
import type { Service } from "./service.ts";

/** What two JSON-RPC servers do differently. */
export abstract class Dialect {
  abstract readonly numbers: NumberReading;

  /** Reads any body. `text` is the body as UTF-8. */
  abstract read(body: Buffer, text: string): Call | Refusal | BatchItems;

  /** Refuses a body that would take too long to read. */
  abstract tooComplex(data: Issue): Refusal;

  abstract unknownMethod(name: string, service: Service): RpcError;

  /** `data` is normally an Issue; a handler that rejects an argument itself may pass other data. */
  abstract invalidParams(data: unknown): RpcError;

  /** A line of JSON. */
  errorAnswer(error: RpcError, id: string): string {
    return errorAnswer(error, id);
  }

  /** Applied last to the text of a result. */
  result(text: string): string {
    return text;
  }
}

/** The items of a batch, which are read one after the other. */
export class BatchItems {
  /** The text of each item, not yet checked: JSON or not. */
  readonly texts: readonly string[];
  /** Reads the text of an item. Returns undefined if it is not JSON. */
  readonly read: (text: string) => Call | Refusal | undefined;
  /** The refusal of the whole body if an item is not JSON. */
  readonly notJson: () => Refusal;

  constructor(
    texts: readonly string[],
    read: (text: string) => Call | Refusal | undefined,
    notJson: () => Refusal,
  ) {
    this.texts = texts;
    this.read = read;
    this.notJson = notJson;
  }
}

/** One call: `id` is a JSON token, echoed unchanged; `params` is JSON text, not yet parsed. */
export type Call = {
  /** Undefined for a notification, which gets no response. */
  readonly id: string | undefined;
  readonly method: string;
  readonly params: string | undefined;
};

/** An invalid request. Without an id it gets no response. */
export type Refusal = { readonly id: string | undefined; readonly error: RpcError };
