import { TransportError } from "./errors.ts";

/** Characters of a message. A longer one, or an endless line, ends the connection. */
const messageLengthMax = 64 * 1024 * 1024;

/** One message of a stream of Server-Sent Events. */
export type Message = { readonly id: string; readonly data: string };

/**
 * Splits Server-Sent Events into messages, from pieces of any size. An incomplete message is
 * discarded. https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export class MessageReader {
  #rest = "";
  #id = "";
  #data: string[] = [];
  #length = 0;

  /** The messages that end in this piece. Throws TransportError for a message without end. */
  read(piece: string): Message[] {
    if (this.#length + this.#rest.length + piece.length > messageLengthMax) {
      throw new TransportError("response", `an event is longer than ${messageLengthMax} characters`);
    }
    if (!this.#rest.endsWith("\r") && !/[\r\n]/.test(piece)) {
      this.#rest += piece;
      return [];
    }
    // A carriage return at the end may be half of a line's end.
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#readLine(line));
  }

  #readLine(line: string): Message[] {
    if (line === "") return this.#endMessage();
    const [, name, value = ""] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? [];
    if (name === "id") this.#id = value;
    else if (name === "data") {
      this.#data.push(value);
      this.#length += value.length + 1;
    }
    return [];
  }

  #endMessage(): Message[] {
    const data = this.#data;
    this.#data = [];
    this.#length = 0;
    return data.length === 0 ? [] : [{ id: this.#id, data: data.join("\n") }];
  }
}
