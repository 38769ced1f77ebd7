import type { WrittenResult } from "../../formats/written-json.ts";
import { type Answer, occupiedBytes } from "../json-rpc/answer.ts";
import { type CachedResult, resultPrefix } from "../json-rpc/cache.ts";
import { errorAnswer, protocolErrors } from "../json-rpc/errors.ts";
import { heldBytesMin } from "./admission.ts";
import { BodyWriter } from "./body-writer.ts";
import {
  acceptsGzip,
  compress,
  type GzipStem,
  gzipBytesMin,
  gzipEnd,
  gzipEndBytesMax,
  gzipStem,
} from "./compression.ts";
import type { Description, GetAnswer } from "./description.ts";
import type { FileAnswer } from "./files.ts";
import type { HttpReply } from "./http-reply.ts";
import type { MemoryBudget } from "./memory-budget.ts";
import { type Head, headOf, type Reply } from "./reply.ts";

const jsonType = "application/json; charset=utf-8";
const textType = "text/plain; charset=utf-8";
const vary = ["Vary", "Accept-Encoding, Origin"];
const preflightVary = [
  "Vary",
  "Accept-Encoding, Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
];
const nosniff = ["X-Content-Type-Options", "nosniff"];
const gzipped = ["Content-Encoding", "gzip"];
const none: readonly string[] = [];

/** Writes responses, each with one head and one write. Builds headers that never change only once. */
export class Responder {
  /** Set while the server stops: every response then closes its connection. */
  isStopping = false;
  /** Sent with every response, names and values. */
  readonly fixed: readonly string[];
  readonly #plain: Head;
  readonly #preflight: Head;
  readonly #json: Head;
  readonly #jsonNosniff: Head;
  readonly #text: Head;
  readonly #file: Head;
  /** Whether responses to refused calls omit nosniff, as in gorilla/rpc. */
  readonly #bareRefusals: boolean;
  readonly #description: Description;
  /** The compressed start of responses with a cached result, made when a client first accepts gzip. */
  readonly #stems = new WeakMap<CachedResult, GzipStem | Promise<GzipStem>>();
  #position: bigint | undefined;
  #remarks: readonly string[] | undefined;
  #positionHeaders: readonly string[] = [];
  /** Whether there is room for compressors. */
  readonly #budget: MemoryBudget;

  constructor(description: Description, budget: MemoryBudget) {
    this.#description = description;
    this.#budget = budget;
    this.fixed = Object.entries(description.headers).flat();
    this.#plain = headOf([...this.fixed, ...vary]);
    this.#preflight = headOf([...this.fixed, ...preflightVary]);
    this.#json = headOf([...this.#plain.list, "Content-Type", jsonType]);
    this.#jsonNosniff = headOf([...this.#json.list, ...nosniff]);
    this.#text = headOf([...this.#plain.list, "Content-Type", textType]);
    this.#file = headOf([...this.#plain.list, ...nosniff]);
    this.#bareRefusals = description.dialect === "gorilla";
  }

  /** Headers of every response while the server stops. */
  get closing(): readonly string[] {
    return this.isStopping ? ["Connection", "close"] : none;
  }

  /** Sends the response to a call. */
  answer(reply: Reply, answer: Answer): void {
    const bytes = occupiedBytes(answer);
    if (bytes >= heldBytesMin) reply.client.memory.holdAnswer(bytes);
    const { text, cached, written, invoked, id, forbidden, unavailable, warning } = answer;
    if (forbidden !== undefined) {
      this.forbid(reply, forbidden);
      return;
    }
    if (unavailable !== undefined) {
      const { text: reason, retryAfter } = unavailable;
      this.text(reply, 503, reason, retryAfter === undefined ? none : ["Retry-After", retryAfter]);
      return;
    }
    const own = this.placed(warningHeaders(warning));
    const isBare = this.#bareRefusals && !invoked;
    if (text === "") reply.send(200, isBare ? this.#plain : this.#file, own, "");
    else if (text !== undefined)
      this.#whole(reply, 200, isBare ? this.#json : this.#jsonNosniff, own, text);
    else if (written !== undefined) this.#written(reply, written, id, own);
    else this.#long(reply, cached!, id, own);
  }

  /** Begins a response to a batch, whose length is not known yet. */
  begin(reply: Reply, warning: string | undefined): BodyWriter {
    return this.#begin(reply, this.placed(warningHeaders(warning)));
  }

  /** Refuses what a page asks for. Without headers for browsers: it must not read even this. */
  forbid(reply: Reply, what: string): void {
    reply.headers = this.closing;
    this.text(
      reply,
      403,
      `pages of this origin may not use ${what}: --http-allowed-origins allows it\n`,
    );
  }

  /** Adds the position of the data that an answer was read from, and its remarks. */
  placed(own: readonly string[]): readonly string[] {
    const { position: headers, data } = this.#description;
    if (headers === undefined) return own;
    const position = data.position();
    const remarks = data.remarks();
    if (position !== this.#position || remarks !== this.#remarks) {
      this.#position = position;
      this.#remarks = remarks;
      const header = position === undefined ? [] : [headers.header, String(position)];
      this.#positionHeaders = [...header, ...remarks];
    }
    return own.length === 0 ? this.#positionHeaders : [...own, ...this.#positionHeaders];
  }

  /** Sends 404 with an error of JSON-RPC. The body of the call is not read, so its id is null. */
  absent(reply: Reply, message: string): void {
    const text = errorAnswer({ ...protocolErrors.MethodNotFound, message }, "null");
    reply.send(404, this.#jsonNosniff, none, text);
  }

  /** Sends a short plain text. `own` are names and values of headers, here and below. */
  text(reply: Reply, status: number, body: string, own: readonly string[] = none): void {
    reply.send(status, this.#text, [...nosniff, ...own], body);
  }

  /** Sends a short plain text without nosniff, as gorilla/rpc does. */
  bareText(reply: Reply, status: number, body: string, own: readonly string[] = none): void {
    reply.send(status, this.#text, own, body);
  }

  /** Refuses a request because there is no room for it now. The rest of its body is not read. */
  busy(reply: Reply): void {
    const own = ["Retry-After", "1", "Connection", "close"];
    this.text(reply, 503, "the node is busy: try again\n", own);
  }

  /** Sends a head without a body. */
  empty(reply: Reply, status: number, own: readonly string[] = none): void {
    reply.send(status, this.#plain, own, "");
  }

  preflight(reply: Reply): void {
    reply.send(200, this.#preflight, none, "");
  }

  /** Sends a body of any type, compressed when it is long. */
  page(reply: Reply, { status, contentType, body, headers = none }: GetAnswer): void {
    if (body.length >= heldBytesMin) reply.client.memory.holdAnswer(Buffer.byteLength(body));
    this.#whole(reply, status, this.#plain, ["Content-Type", contentType, ...headers], body);
  }

  /** Sends the response for a file. */
  file({ response, headers: more }: HttpReply, { status, headers, body }: FileAnswer): void {
    response.writeHead(status, [...this.#file.list, ...headers, ...more]).end(body);
  }

  /** Reports our own bug outside any handler; the log has the cause. */
  fail(reply: Reply, error: unknown): void {
    const logID = this.#description.randomID();
    this.#description.log.error({ logID, err: error }, "request failed");
    if (reply.hasBegun) reply.destroy();
    else this.text(reply, 500, `internal error, log id ${logID}\n`);
  }

  #whole(reply: Reply, status: number, head: Head, own: readonly string[], text: string): void {
    if (text.length < gzipBytesMin || !acceptsGzip(reply.acceptEncoding)) {
      reply.send(status, head, own, text);
      return;
    }
    const send = (bytes: Buffer) => reply.send(status, head, [...own, ...gzipped], [bytes]);
    const compressed = compress(Buffer.from(text));
    if (Buffer.isBuffer(compressed)) send(compressed);
    else compressed.then(send, () => reply.destroy());
  }

  /** Sends a written result chunk by chunk, as fast as the client reads it. */
  #written(reply: Reply, written: WrittenResult, id: string, own: readonly string[]): void {
    const ending = Buffer.from(`,"id":${id}}\n`);
    const length = resultPrefixBytes.length + written.byteLength + ending.length;
    const writer = this.#begin(reply, own, length);
    writer.write(resultPrefixBytes);
    const end = () => {
      writer.write(ending);
      writer.end();
    };
    // The head is sent, so only a broken connection can report a failure to the client.
    writer.writeChunks(written).then(end, () => reply.destroy());
  }

  /** Sends a long cached result inside its envelope without copying it. */
  #long(reply: Reply, cached: CachedResult, id: string, own: readonly string[]): void {
    const ending = Buffer.from(`,"id":${id}}\n`);
    if (ending.length > gzipEndBytesMax || !acceptsGzip(reply.acceptEncoding)) {
      reply.send(200, this.#jsonNosniff, own, [cached.body!, ending]);
      return;
    }
    const send = (stem: GzipStem) => {
      const body = [stem.bytes, gzipEnd(stem, ending)];
      reply.send(200, this.#jsonNosniff, [...own, ...gzipped], body);
    };
    const stem = this.#stemOf(cached);
    if (stem instanceof Promise) stem.then(send, () => reply.destroy());
    else send(stem);
  }

  #stemOf(cached: CachedResult): GzipStem | Promise<GzipStem> {
    const known = this.#stems.get(cached);
    if (known !== undefined) return known;
    const stem = gzipStem(cached.body!);
    this.#stems.set(cached, stem);
    if (stem instanceof Promise) void stem.then((made) => this.#stems.set(cached, made));
    return stem;
  }

  /** Begins a response that is written piece by piece, compressed if the client accepts that and there is room for it. */
  #begin(reply: Reply, own: readonly string[], length?: number): BodyWriter {
    const isCompressed = !this.#budget.isFull && acceptsGzip(reply.acceptEncoding);
    const body = isCompressed
      ? reply.begin(this.#jsonNosniff, [...own, ...gzipped])
      : reply.begin(this.#jsonNosniff, own, length);
    return new BodyWriter(reply.connection, body, isCompressed);
  }
}

const resultPrefixBytes = Buffer.from(resultPrefix);

/** The header that names ignored params. Without the other, browsers hide it from pages of other origins. */
const warningHeaders = (warning: string | undefined): readonly string[] =>
  warning === undefined
    ? none
    : ["Access-Control-Expose-Headers", "Couloir-Warning", "Couloir-Warning", warning];
