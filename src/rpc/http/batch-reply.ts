import type { ServerResponse } from "node:http";
import { textOf, type WrittenResult } from "../../formats/written-json.ts";
import { resultPrefix } from "../json-rpc/cache.ts";
import type { Answer, Batch, BatchStep } from "../json-rpc/dispatch.ts";
import type { Connection } from "./connections.ts";
import type { Costs } from "./costs.ts";
import { type BodyWriter, occupiedBytes } from "./responder.ts";
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
  readonly costs: Costs;
  /** Sends a short response. */
  readonly send: (answer: Answer) => void;
  /** Begins a long response. */
  readonly begin: () => BodyWriter;
  /** Whether there is room for another answer. */
  readonly hasRoom: () => boolean;
  /** Waits until there is, or for too long. */
  readonly room: (ready: (granted: boolean) => void) => void;
  /** Refuses a batch whose response has not begun, as there is no room for it. */
  readonly refuse: () => void;
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
  /** Whether it has waited for room, which the next answer takes. */
  #hasOwnRoom = false;
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
        if (!this.#hasOwnRoom && !this.#parts.hasRoom()) {
          this.#waitForRoom();
          return;
        }
        const step = batch.next();
        if (step instanceof Promise) {
          this.#wait(step);
          return;
        }
        if (!this.#take(step)) return;
        if (turns.isOver()) {
          this.#hold();
          this.#in(() => this.#step());
          return;
        }
      }
      this.#end();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** What the answer to a call that waits may have counts until it is known, as for a single call. */
  #wait(step: Promise<BatchStep>): void {
    const { batch, costs } = this.#parts;
    const method = batch.lastMethod();
    let isWaiting = true;
    const hold = () => {
      if (isWaiting) this.#hold(costs.answerBytes(method));
    };
    costs.beginWaiting(method, hold);
    hold();
    step.then(
      (settled) => {
        isWaiting = false;
        const bytes = settled.kind === "answer" ? occupiedBytes(settled.answer) : 0;
        costs.endWaiting(method, bytes);
        this.#hold(bytes);
        this.#in(() => this.#take(settled) && this.#step());
      },
      (error) => this.#fail(error),
    );
  }

  /** Says how many bytes there are that the client has not taken. */
  #hold(moreBytes = 0): void {
    const bytes = this.#text.length + (this.#writer?.occupiedBytes() ?? 0) + moreBytes;
    if (this.#hasOwnRoom && bytes < pieceBytes) return;
    this.#hasOwnRoom = false;
    this.#parts.connection.holdAnswer(bytes < pieceBytes ? 0 : bytes);
  }

  #waitForRoom(): void {
    this.#hold();
    // There may be room only after the client has gone.
    const gone = () => this.#end();
    const { response, room, refuse, connection } = this.#parts;
    response.once("close", gone);
    room((granted) => {
      response.off("close", gone);
      if (granted) {
        this.#hasOwnRoom = true;
        this.#in(() => this.#step());
        return;
      }
      if (this.#writer === undefined) refuse();
      else connection.evict();
      this.#end();
    });
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
      this.#hold();
      await new Promise<void>((resolve) => writer.onceRead(resolve));
      this.#hold();
    }
  }

  /** Whether the client has read enough for more; otherwise continues when it has, and when there is room. */
  #isRead(): boolean {
    const writer = this.#writer;
    if (writer === undefined) return true;
    if (!writer.isFull()) return true;
    this.#hold();
    writer.onceRead(() => {
      this.#hold();
      if (this.#parts.connection.isGone) this.#end();
      else this.#in(() => this.#step());
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
