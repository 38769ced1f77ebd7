import { textOf, type WrittenResult } from "../../formats/written-json.ts";
import { type Answer, warned, whole } from "../json-rpc/answer.ts";
import type { Batch, BatchStep } from "../json-rpc/batch.ts";
import { resultPrefix } from "../json-rpc/cache.ts";
import { type Admission, type Grant, unknownAnswerBytes } from "./admission.ts";
import type { BodyWriter } from "./body-writer.ts";
import type { Client } from "./client.ts";
import type { RouteMetrics } from "./metrics.ts";
import type { Reply } from "./reply.ts";
import { occupiedBytes, type Responder } from "./responder.ts";

/** A response up to this length is sent at once, with its length; a longer one while its calls are answered. */
const wholeBytesMax = 65_536;
/** Short answers are written together. */
const pieceBytes = 16_384;

export type BatchParts = {
  readonly reply: Reply;
  readonly grant: Grant;
  readonly admission: Admission;
  readonly responder: Responder;
  readonly metrics: RouteMetrics;
  readonly begunMs: number;
};

/**
 * Answers the calls of a batch in turns with other clients, and never further than its client reads. Ends where the
 * client disconnects: the calls after that are not made.
 */
export class BatchReply {
  readonly #batch: Batch;
  readonly #parts: BatchParts;
  readonly #connection: Client;
  /** What each answer may have. */
  readonly #answerBytes: number;
  #writer: BodyWriter | undefined;
  #text = "";
  #isEmpty = true;
  /** Whether it has waited for room, which the next answer takes. */
  #hasOwnRoom = false;
  #isEnded = false;

  constructor(batch: Batch, parts: BatchParts) {
    this.#batch = batch;
    this.#parts = parts;
    this.#connection = parts.reply.client;
    this.#answerBytes = unknownAnswerBytes(parts.admission.budget.bytesMax);
  }

  start(): void {
    this.#step();
  }

  /** Makes calls until the turn is over, one waits, or the client must read. */
  #step(): void {
    const { admission } = this.#parts;
    const connection = this.#connection;
    try {
      while (!connection.isGone) {
        if (!this.#hasOwnRoom && !admission.hasRoomFor(connection, this.#answerBytes)) {
          this.#waitForRoom();
          return;
        }
        const step = this.#batch.next();
        if (step instanceof Promise) {
          this.#wait(step);
          return;
        }
        if (!this.#take(step)) return;
        if (admission.scheduler.isOver()) {
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

  #wait(step: Promise<BatchStep>): void {
    const { costs } = this.#parts.admission;
    const endWaiting = costs.wait(this.#batch.lastMethod, (bytes) => this.#hold(bytes));
    step.then(
      (settled) => {
        const bytes = settled.kind === "answer" ? occupiedBytes(settled.answer) : 0;
        endWaiting(bytes);
        this.#hold(bytes);
        this.#in(() => this.#take(settled) && this.#step());
      },
      (error) => this.#fail(error),
    );
  }

  /** Says how many bytes there are that the client has not taken. */
  #hold(moreBytes = 0): void {
    const bytes = this.#text.length + (this.#writer?.occupiedBytes ?? 0) + moreBytes;
    if (this.#hasOwnRoom && bytes < pieceBytes) return;
    this.#hasOwnRoom = false;
    this.#connection.memory.holdAnswer(bytes < pieceBytes ? 0 : bytes);
  }

  #waitForRoom(): void {
    this.#hold();
    // There may be room only after the client has gone.
    const gone = () => this.#end();
    const { socket, memory } = this.#connection;
    socket.once("close", gone);
    memory.reserveAnswer(this.#answerBytes, (isGranted) => {
      socket.off("close", gone);
      if (isGranted) {
        this.#hasOwnRoom = true;
        this.#in(() => this.#step());
        return;
      }
      const { responder, reply } = this.#parts;
      if (this.#writer === undefined) responder.busy(reply);
      else socket.destroy();
      this.#end();
    });
  }

  #in(work: () => void): void {
    this.#parts.grant.inTurn(() => {
      try {
        work();
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  /** Returns whether the batch continues at once. */
  #take(step: BatchStep): boolean {
    switch (step.kind) {
      case "checked":
        return true;
      case "refused":
        this.#send(step.answer);
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
      else {
        this.#flush();
        await this.#writer!.writeChunks(result, () => this.#hold());
      }
      this.#text += `,"id":${id}}`;
      this.#in(() => this.#isRead() && this.#step());
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Whether the client has read enough for more; otherwise continues when it has, and when there is room. */
  #isRead(): boolean {
    const writer = this.#writer;
    if (writer === undefined) return true;
    if (!writer.isFull) return true;
    this.#hold();
    writer.onceRead(() => {
      this.#hold();
      if (this.#connection.isGone) this.#end();
      else this.#in(() => this.#step());
    });
    return false;
  }

  #flush(): void {
    const { responder, reply } = this.#parts;
    this.#writer ??= responder.begin(reply, this.#batch.warning);
    if (this.#text !== "") this.#writer.write(this.#text);
    this.#text = "";
  }

  #send(answer: Answer): void {
    const { responder, reply } = this.#parts;
    responder.answer(reply, answer);
  }

  #finish(): void {
    const text = this.#isEmpty ? "" : `${this.#text}]\n`;
    if (this.#writer === undefined) this.#send(warned(whole(text, true), this.#batch.warning));
    else {
      this.#writer.write(text);
      this.#writer.end();
    }
    this.#end();
  }

  #fail(error: unknown): void {
    const { responder, reply } = this.#parts;
    if (!this.#connection.isGone) responder.fail(reply, error);
    this.#end();
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#parts.metrics.end(this.#parts.begunMs);
  }
}
