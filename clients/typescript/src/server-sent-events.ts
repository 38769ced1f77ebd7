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

  /** The messages that end in this piece. */
  read(piece: string): Message[] {
    // A carriage return at the end may be half of a line's end.
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#readLine(line));
  }

  #readLine(line: string): Message[] {
    if (line === "") return this.#endMessage();
    const [, name, value = ""] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? [];
    if (name === "id") this.#id = value;
    else if (name === "data") this.#data.push(value);
    return [];
  }

  #endMessage(): Message[] {
    const data = this.#data;
    this.#data = [];
    return data.length === 0 ? [] : [{ id: this.#id, data: data.join("\n") }];
  }
}
