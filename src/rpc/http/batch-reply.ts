import type { ServerResponse } from "node:http";
import { textOf, type WrittenResult } from "../../formats/written-json.ts";
import { resultPrefix } from "../json-rpc/cache.ts";
import type { Answer, Batch, BatchStep } from "../json-rpc/dispatch.ts";
import type { Connection } from "./connections.ts";
import type { BodyWriter } from "./responder.ts";
import type { Turns } from "./turns.ts";

/** A response up to this length is sent at once, with its length; a longer one while its calls are answered. */
const wholeBytesMax = 65_536;
/** Short answers are written together. */
const pieceBytes = 16_384;

export type BatchParts = {
  readonly batch: Batch;
  readonly response: ServerResponse;
  readonly connection: Connection;
  readonly turns: Turns;
  /** Sends a short response. */
  readonly send: (answer: Answer) => void;
  /** Begins a long response. */
  readonly begin: () => BodyWriter;
  /** Waits until there is room for more answers. Disconnects the client if that takes too long. */
  readonly room: (ready: () => void) => void;
  readonly fail: (error: unknown) => void;
  /** Called once, whether the batch was answered or its client has gone. */
  readonly end: () => void;
};

/**
 * Answers the calls of a batch in turns with other clients, and never further than its client reads. Ends where the
 * client disconnects: the calls after that are not made.
 */
export class BatchReply {
  readonly #parts: BatchParts;
  #writer: BodyWriter | undefined;
  #text = "";
  #isEmpty = true;
  #isEnded = false;

  constructor(parts: BatchParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#step();
  }

  /** Makes calls until the turn is over, one waits, or the client must read. */
  #step(): void {
    const { batch, connection, turns } = this.#parts;
    try {
      while (!connection.isGone) {
        const step = batch.next();
        if (step instanceof Promise) {
          step.then(
            (settled) => this.#in(() => this.#take(settled) && this.#step()),
            (error) => this.#fail(error),
          );
          return;
        }
        if (!this.#take(step)) return;
        if (turns.isOver()) {
          this.#in(() => this.#step());
          return;
        }
      }
      this.#end();
    } catch (error) {
      this.#fail(error);
    }
  }

  #in(work: () => void): void {
    const { connection, turns } = this.#parts;
    const guarded = () => {
      try {
        work();
      } catch (error) {
        this.#fail(error);
      }
    };
    turns.take(connection.usage, guarded, "heavy");
  }

  /** Returns whether the batch continues at once. */
  #take(step: BatchStep): boolean {
    switch (step.kind) {
      case "checked":
        return true;
      case "refused":
        this.#parts.send(step.answer);
        this.#end();
        return false;
      case "end":
        this.#finish();
        return false;
      case "answer":
        return this.#add(step.answer);
    }
  }

  #add({ text, cached, written, id }: Answer): boolean {
    if (text === "") return true;
    this.#text += this.#isEmpty ? "[" : ",";
    this.#isEmpty = false;
    if (text !== undefined) this.#text += text.slice(0, -1);
    else if (cached !== undefined && cached.bytes > pieceBytes) {
      // The bytes of the cache, not a copy.
      this.#flush();
      this.#writer!.write(cached.body!);
      this.#text = `,"id":${id}}`;
    } else if (cached !== undefined) {
      this.#text += `${resultPrefix}${cached.toText()},"id":${id}}`;
    } else {
      void this.#addWritten(written!, id);
      return false;
    }
    const limit = this.#writer === undefined ? wholeBytesMax : pieceBytes;
    if (this.#text.length > limit) this.#flush();
    return this.#isRead();
  }

  /** Adds a result that its handler has written, a long one piece by piece; then continues. */
  async #addWritten(result: WrittenResult, id: string): Promise<void> {
    try {
      this.#text += resultPrefix;
      if (result.byteLength <= pieceBytes) this.#text += await textOf(result);
      else await this.#writeChunks(result);
      this.#text += `,"id":${id}}`;
      this.#in(() => this.#isRead() && this.#step());
    } catch (error) {
      this.#fail(error);
    }
  }

  async #writeChunks(result: WrittenResult): Promise<void> {
    this.#flush();
    const writer = this.#writer!;
    for (const chunk of result.jsonChunks()) {
      writer.write(await chunk);
      const { connection } = this.#parts;
      if (connection.isGone) return;
      if (!writer.isFull()) continue;
      connection.holdAnswer(writer.occupiedBytes());
      await new Promise<void>((resolve) => writer.onceRead(resolve));
      connection.holdAnswer(writer.occupiedBytes());
    }
  }

  /** Whether the client has read enough for more; otherwise continues when it has, and when there is room. */
  #isRead(): boolean {
    const writer = this.#writer;
    if (writer === undefined) return true;
    if (!writer.isFull()) return true;
    this.#parts.connection.holdAnswer(writer.occupiedBytes());
    writer.onceRead(() => {
      const { connection, response, room } = this.#parts;
      connection.holdAnswer(writer.occupiedBytes());
      if (connection.isGone) this.#end();
      else {
        // There may be room only after the client has gone.
        const gone = () => this.#end();
        response.once("close", gone);
        room(() => {
          response.off("close", gone);
          this.#in(() => this.#step());
        });
      }
    });
    return false;
  }

  #flush(): void {
    this.#writer ??= this.#parts.begin();
    if (this.#text !== "") this.#writer.write(this.#text);
    this.#text = "";
  }

  #finish(): void {
    const text = this.#isEmpty ? "" : `${this.#text}]\n`;
    if (this.#writer === undefined) {
      this.#parts.send({ text, cached: undefined, id: "", invoked: true });
    } else {
      this.#writer.write(text);
      this.#writer.end();
    }
    this.#end();
  }

  #fail(error: unknown): void {
    if (!this.#parts.connection.isGone) this.#parts.fail(error);
    this.#end();
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#parts.end();
  }
}
