import { textOf, type WrittenResult } from "../../formats/written-json.ts";
import {
  type Answer,
  answerBytes,
  forbidden,
  occupiedBytes,
  warned,
  whole,
} from "../json-rpc/answer.ts";
import { resultPrefix } from "../json-rpc/cache.ts";
import type { BatchItems, Call, Refusal } from "../json-rpc/dialect.ts";
import type { Dispatcher } from "../json-rpc/dispatch.ts";
import type { Service } from "../json-rpc/service.ts";
import { type Grant, unknownAnswerBytes } from "./admission.ts";
import type { BodyWriter } from "./body-writer.ts";
import type { Reply } from "./reply.ts";
import type { Serving } from "./serving.ts";

/** A response up to this length is sent at once, with its length; a longer one while its calls are answered. */
const wholeBytesMax = 65_536;
/** Short answers are written together. */
const pieceBytes = 16_384;
/** The calls of a batch whose ignored params are named: a header has a limited length. */
const batchWarningsMax = 8;

export type BatchParts = Pick<Serving, "admission" | "responder"> & {
  readonly dispatcher: Dispatcher;
  readonly service: Service;
  readonly reply: Reply;
  readonly grant: Grant;
};

/** Steps of a batch. They continue when what they yield is there, or at once if it is nothing; always in the client's turn. */
type Steps<Result = void> = Generator<Promise<unknown> | undefined, Result, unknown>;

/**
 * Answers the calls of a batch in turns with other clients, and never further than its client reads. Ends where the
 * client disconnects: the calls after that are not made.
 */
export class BatchReply {
  readonly #items: BatchItems;
  readonly #parts: BatchParts;
  /** What each answer may have. */
  readonly #answerBytes: number;
  readonly #warnings = new Set<string>();
  #answeredBytes = 0;
  #isCalling = false;
  #writer: BodyWriter | undefined;
  #text = "";
  #isEmpty = true;
  /** Whether it has waited for room, which the next answer takes. */
  #hasOwnRoom = false;

  constructor(items: BatchItems, parts: BatchParts) {
    this.#items = items;
    this.#parts = parts;
    this.#answerBytes = unknownAnswerBytes(parts.admission.budget.bytesMax);
  }

  /** Resolves when all is answered, or when the client has gone and no call is in work. */
  run(): Promise<void> {
    const { reply, grant, responder } = this.#parts;
    const { socket } = reply.client;
    const steps = this.#answer();
    return new Promise((resolve) => {
      const end = () => {
        socket.off("close", closed);
        resolve();
      };
      const closed = () => {
        if (!this.#isCalling) end();
      };
      const fail = (error: unknown) => {
        if (!socket.destroyed) responder.fail(reply, error);
        end();
      };
      const proceed = (value?: unknown) => {
        try {
          const { done, value: awaited } = steps.next(value);
          if (done === true) end();
          else if (awaited === undefined) grant.inTurn(proceed);
          else
            awaited.then(
              (got) => (socket.destroyed ? end() : grant.inTurn(() => proceed(got))),
              fail,
            );
        } catch (error) {
          fail(error);
        }
      };
      socket.once("close", closed);
      proceed();
    });
  }

  /** Checks all items before it calls any: one that is not JSON refuses the whole batch. */
  *#answer(): Steps {
    const { dispatcher, service, reply, responder } = this.#parts;
    const { texts } = this.#items;
    const items: (Call | Refusal)[] = [];
    for (const text of texts) {
      if (this.#mustWait && !(yield* this.#wait())) return;
      const item = this.#items.read(text);
      const refusal = item === undefined ? this.#notJson() : this.#forbid(item);
      if (refusal !== undefined) {
        responder.answer(reply, refusal);
        return;
      }
      items.push(item!);
    }
    for (const item of items) {
      if (this.#mustWait && !(yield* this.#wait())) return;
      const refusal = dispatcher.refuseBeyond(this.#answeredBytes, item);
      const given = refusal ?? dispatcher.item(service, item, reply);
      const answer = given instanceof Promise ? yield* this.#settled(given, item) : given;
      if (answer.unavailable !== undefined) {
        if (this.#writer === undefined) responder.answer(reply, answer);
        else reply.client.socket.destroy();
        return;
      }
      this.#answeredBytes += answerBytes(answer);
      if (answer.written !== undefined) yield* this.#addWritten(answer.written, answer.id);
      else this.#add(answer);
      if (this.#writer?.isFull === true) yield this.#read(this.#writer);
    }
    this.#finish();
  }

  #notJson(): Answer {
    const { dispatcher, service, reply } = this.#parts;
    return dispatcher.item(service, this.#items.notJson(), reply) as Answer;
  }

  /** The refusal of the whole batch if its page may not make one of its calls. Otherwise notes which params the call ignores. */
  #forbid(item: Call | Refusal): Answer | undefined {
    const { dispatcher, service, reply } = this.#parts;
    const method = "method" in item ? service.methods.get(item.method) : undefined;
    if (reply.isForeignPage && method?.ownPagesOnly === true) return forbidden(method.entry.name);
    if ("method" in item && method !== undefined && this.#warnings.size < batchWarningsMax) {
      const warning = dispatcher.warning(method, item);
      if (warning !== undefined) this.#warnings.add(warning);
    }
    return undefined;
  }

  get #warning(): string | undefined {
    return this.#warnings.size === 0 ? undefined : [...this.#warnings].join("; ");
  }

  /** Whether the turn is over, there is no room for another answer, or the client has gone. */
  get #mustWait(): boolean {
    const { admission, reply } = this.#parts;
    if (reply.client.socket.destroyed || admission.scheduler.isOver()) return true;
    return !this.#hasOwnRoom && !admission.hasRoomFor(reply.client, this.#answerBytes);
  }

  /** Waits for the client's turn, and for room. Returns false if the batch ends. */
  *#wait(): Steps<boolean> {
    const { admission, reply, responder } = this.#parts;
    const { client } = reply;
    if (client.socket.destroyed) return false;
    this.#hold();
    if (admission.scheduler.isOver()) yield undefined;
    if (this.#hasOwnRoom || admission.hasRoomFor(client, this.#answerBytes)) return true;
    this.#hasOwnRoom = (yield new Promise<boolean>((resolve) =>
      client.memory.reserveAnswer(this.#answerBytes, resolve),
    )) as boolean;
    if (this.#hasOwnRoom) return true;
    if (this.#writer === undefined) responder.busy(reply);
    else client.socket.destroy();
    return false;
  }

  /** Waits for the answer to a call. */
  *#settled(answer: Promise<Answer>, item: Call | Refusal): Steps<Answer> {
    const method = "method" in item ? item.method : "";
    this.#isCalling = true;
    const settled = this.#parts.admission
      .settle(method, answer, occupiedBytes, (bytes) => this.#hold(bytes))
      .finally(() => {
        this.#isCalling = false;
      });
    return (yield settled) as Answer;
  }

  /** Says how many bytes there are that the client has not taken. */
  #hold(moreBytes = 0): void {
    const bytes = this.#text.length + (this.#writer?.occupiedBytes ?? 0) + moreBytes;
    if (this.#hasOwnRoom && bytes < pieceBytes) return;
    this.#hasOwnRoom = false;
    this.#parts.reply.client.memory.holdAnswer(bytes < pieceBytes ? 0 : bytes);
  }

  #add({ text, cached, id }: Answer): void {
    if (text === "") return;
    this.#separate();
    if (text !== undefined) this.#text += text.slice(0, -1);
    else if (cached!.bytes > pieceBytes) {
      // The bytes of the cache, not a copy.
      this.#flush(cached!.body!);
      this.#text = `,"id":${id}}`;
    } else this.#text += `${resultPrefix}${cached!.toText()},"id":${id}}`;
    const limit = this.#writer === undefined ? wholeBytesMax : pieceBytes;
    if (this.#text.length > limit) this.#flush();
  }

  /** Adds a result that its handler has written, a long one piece by piece. */
  *#addWritten(result: WrittenResult, id: string): Steps {
    this.#separate();
    this.#text += resultPrefix;
    let text = "";
    if (result.byteLength <= pieceBytes) text = (yield textOf(result)) as string;
    else yield this.#flush().writeChunks(result, () => this.#hold());
    this.#text += `${text},"id":${id}}`;
  }

  #separate(): void {
    this.#text += this.#isEmpty ? "[" : ",";
    this.#isEmpty = false;
  }

  /** Resolves when the client has read enough for more. */
  #read(writer: BodyWriter): Promise<void> {
    this.#hold();
    return new Promise((resolve) =>
      writer.onceRead(() => {
        this.#hold();
        resolve();
      }),
    );
  }

  /** Writes the text, and what follows it. */
  #flush(...more: readonly Uint8Array[]): BodyWriter {
    const { responder, reply } = this.#parts;
    this.#writer ??= responder.begin(reply, this.#warning);
    const text = this.#text;
    this.#text = "";
    this.#writer.write(...(text === "" ? [] : [text]), ...more);
    return this.#writer;
  }

  #finish(): void {
    const { responder, reply } = this.#parts;
    const text = this.#isEmpty ? "" : `${this.#text}]\n`;
    if (this.#writer === undefined) {
      responder.answer(reply, warned(whole(text, true), this.#warning));
    } else {
      this.#writer.write(text);
      this.#writer.end();
    }
  }
}
