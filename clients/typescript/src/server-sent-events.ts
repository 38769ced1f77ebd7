import { TransportError } from "./errors.ts";
import { GrowingText } from "./growing-text.ts";

/** Characters of a message. A longer one, or an endless line, ends the connection. */
const messageLengthMax = 64 * 1024 * 1024;

/** One message of a stream of Server-Sent Events. */
export type Message = { readonly id: string; readonly data: string };

/**
 * Splits Server-Sent Events into messages, from pieces of any size. An incomplete message is
 * discarded. https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export class MessageReader {
  readonly #line = new GrowingText();
  readonly #data = new GrowingText();
  #id = "";
  /** Characters of the lines of data, with their names: lines without a value are limited, too. */
  #length = 0;
  /** Whether a line has just ended with a carriage return: a line feed after it belongs to it. */
  #hasReturned = false;

  /** The messages that end in this piece. Throws TransportError for a message without end. */
  read(piece: string): Message[] {
    if (piece === "") return [];
    const text = this.#hasReturned && piece.startsWith("\n") ? piece.slice(1) : piece;
    this.#hasReturned = piece.endsWith("\r");
    const [end = "", ...lines] = text.split(/\r\n|\n|\r/);
    this.#line.add(end);
    const rest = lines.pop();
    if (rest === undefined) {
      this.#limit(this.#line.length);
      return [];
    }
    const messages = [this.#line.take(), ...lines].flatMap((line) => this.#readLine(line));
    this.#line.add(rest);
    this.#limit(rest.length);
    return messages;
  }

  #readLine(line: string): Message[] {
    if (line === "") return this.#endMessage();
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
    if (name === "id") {
      if (!value.includes("\0")) this.#id = value;
    } else if (name === "data") {
      this.#length += line.length + 1;
      this.#limit(0);
      this.#data.add(`${value}\n`);
    }
    return [];
  }

  #endMessage(): Message[] {
    this.#length = 0;
    if (this.#data.length === 0) return [];
    return [{ id: this.#id, data: this.#data.take().slice(0, -1) }];
  }

  #limit(lineLength: number): void {
    if (this.#length + lineLength <= messageLengthMax) return;
    const message = `an event is longer than ${messageLengthMax} characters`;
    throw new TransportError("response", message);
  }
}
