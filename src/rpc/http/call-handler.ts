import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ResponseCache } from "../json-rpc/cache.ts";
import type { Limits, Refusals } from "../json-rpc/description.ts";
import { type Answer, type Batch, Dispatcher } from "../json-rpc/dispatch.ts";
import type { Asked } from "../json-rpc/method.ts";
import type { Service } from "../json-rpc/service.ts";
import { BatchReply } from "./batch-reply.ts";
import type { Budget } from "./budget.ts";
import type { Connection } from "./connections.ts";
import type { Costs } from "./costs.ts";
import type { Description, Position } from "./description.ts";
import { AskedOverHttp, type BodyRules, gatherBody, readPosition } from "./incoming.ts";
import type { PlainRequest } from "./plain-head.ts";
import { heldBytesMin, occupiedBytes, type Responder } from "./responder.ts";
import type { Calls, Router } from "./router.ts";
import type { Turns } from "./turns.ts";
import type { WebPages } from "./web-pages.ts";

export type CallRules = {
  readonly router: Router;
  readonly responder: Responder;
  readonly pages: WebPages;
  readonly budget: Budget;
  readonly turns: Turns;
  readonly costs: Costs;
  readonly limits: Limits;
  readonly refusals: Refusals;
  readonly hostAllowed: (host: string | undefined) => boolean;
  readonly connectionOf: (socket: Socket) => Connection;
  /** Whether more has arrived on a connection than node:http has seen. */
  readonly hasMore: (socket: Socket) => boolean;
  readonly isStopping: () => boolean;
};

/** A call that was made before node:http read its request. */
type Prepared = {
  readonly begunMs: number;
  readonly answer: Answer | Promise<Answer> | Batch;
  /** For an answer that is waited for: to be called when it is known. */
  known?: (answer: Answer) => void;
};

const noHeaders: readonly string[] = [];
const heavyBytes = 16_384;
const openingBracket = 0x5b;

/** What an answer may have of which nothing is known: as many such calls may wait for theirs at the same time as fit. */
export const unknownAnswerBytes = (bytesMax: number): number => Math.min(4_194_304, bytesMax / 16);

/** A long body, and all that begins as a batch does. */
const isLong = (body: Buffer): boolean => body.length > heavyBytes || body[0] === openingBracket;

/** Answers calls: reads their bodies, and gives each its turn and the room for its answer. */
export class CallHandler {
  readonly #rules: CallRules;
  readonly #router: Router;
  readonly #responder: Responder;
  readonly #pages: WebPages;
  readonly #budget: Budget;
  readonly #turns: Turns;
  readonly #limits: Limits;
  readonly #refusals: Refusals;
  readonly #position: Position | undefined;
  readonly #dispatcher: Dispatcher;
  readonly #costs: Costs;
  /** Belongs to the request that node:http reads now. */
  #passing: Prepared | undefined;
  readonly #prepared = new WeakMap<ServerResponse, Prepared>();
  readonly #expecting = new WeakSet<IncomingMessage>();

  constructor(description: Description, rules: CallRules) {
    this.#rules = rules;
    this.#router = rules.router;
    this.#responder = rules.responder;
    this.#pages = rules.pages;
    this.#budget = rules.budget;
    this.#turns = rules.turns;
    this.#costs = rules.costs;
    this.#limits = rules.limits;
    this.#refusals = rules.refusals;
    this.#position = description.position;
    const cache = new ResponseCache(rules.limits.cacheBytes, description);
    this.#dispatcher = new Dispatcher(description, rules.limits, cache, rules.refusals);
  }

  /** Whether a plain request needs no other rule, and there is room for its answer. */
  mayAnswer({ head, body }: PlainRequest): boolean {
    const calls = this.#router.exact(head.target)?.calls;
    return (
      calls !== undefined &&
      !this.#rules.isStopping() &&
      !isLong(body) &&
      !this.#budget.isFull(false) &&
      this.#rules.hostAllowed(head.host) &&
      calls.service.unready?.() === undefined
    );
  }

  /** Answers a plain request on its socket. If that takes more, calls `pass`, which lets node:http read it. */
  answerPlain({ head, body }: PlainRequest, socket: Socket, pass: () => void): void {
    if (this.#bytesToWaitFor(this.#rules.connectionOf(socket), body) > 0) {
      pass();
      return;
    }
    const { service, metrics } = this.#router.exact(head.target)!.calls!;
    const begunMs = metrics.begin();
    let answer: Prepared["answer"];
    try {
      const asked = new AskedOverHttp({ headers: { host: head.host }, socket });
      answer = this.#dispatch(service, body, asked);
    } catch (error) {
      answer = Promise.reject(error);
    }
    if ("text" in answer) {
      const { warning } = answer;
      const isSent = this.#responder.quick(socket, answer, head.acceptEncoding, () =>
        this.#placed(withWarning(noHeaders, warning)),
      );
      if (isSent) {
        this.#costs.addAnswer(body, occupiedBytes(answer));
        if (socket.writableNeedDrain) this.#rules.connectionOf(socket).holdUntilRead();
        metrics.end(begunMs);
        return;
      }
    }
    // Its error is reported with the response.
    if (answer instanceof Promise) answer.catch(() => {});
    const passing: Prepared = { begunMs, answer };
    this.#passing = passing;
    pass();
    this.#passing = undefined;
    // Now, as others may come before node:http has read the request.
    const connection = this.#rules.connectionOf(socket);
    if (answer instanceof Promise) passing.known = this.#wait(connection, body);
  }

  /** Takes a call of a response: its answer may be there already. */
  note(response: ServerResponse): void {
    if (this.#passing !== undefined) this.#prepared.set(response, this.#passing);
  }

  /** Takes a request whose client waits for `100 Continue` before it sends the body. */
  expect(request: IncomingMessage): void {
    this.#expecting.add(request);
  }

  /** Applies the rules of a JSON-RPC path: readiness, verb, content type. */
  admit(
    calls: Calls,
    request: IncomingMessage,
    response: ServerResponse,
    more: readonly string[],
  ): void {
    const verb = request.method!;
    const unready = calls.service.unready?.();
    const mediaType = (request.headers["content-type"] ?? "").split(";", 1)[0]!;
    if (unready !== undefined) this.#responder.text(response, 503, unready, more);
    else if (verb !== "POST") {
      const text = `rpc: POST method required, received ${verb}`;
      this.#responder.bareText(response, 405, text, ["Allow", "POST", ...more]);
    } else if (mediaType.toLowerCase() !== "application/json") {
      const text = `rpc: unrecognized Content-Type: ${mediaType}`;
      this.#responder.bareText(response, 415, text, more);
    } else this.#reach(calls, request, response, more);
  }

  /** Waits until the data is as far as the client needs it. */
  #reach(
    calls: Calls,
    request: IncomingMessage,
    response: ServerResponse,
    more: readonly string[],
  ): void {
    const wanted = this.#position && request.headers[this.#position.minimumHeader];
    if (wanted === undefined) {
      this.handle(calls, request, response, more);
      return;
    }
    const minimum = readPosition(wanted);
    if (minimum === undefined) {
      const text = `${this.#position!.minimumHeader}: expected a decimal number\n`;
      this.#responder.text(response, 400, text, more);
      return;
    }
    const proceed = (isReached: boolean): void => {
      if (isReached) this.handle(calls, request, response, more);
      else {
        const text = `this server has not reached ${minimum} yet: try again, or another server\n`;
        const retry = ["Retry-After", "1", ...this.#position!.headers(), ...more];
        this.#responder.text(response, 503, text, retry);
      }
    };
    const reached = this.#position!.reached(minimum);
    if (typeof reached === "boolean") proceed(reached);
    else reached.then(proceed).catch((error) => this.#responder.fail(response, error));
  }

  /** Reads the body of a call, and answers it. */
  handle(
    calls: Calls,
    request: IncomingMessage,
    response: ServerResponse,
    more: readonly string[],
  ): void {
    const connection = this.#rules.connectionOf(request.socket);
    const rules: BodyRules = {
      bytesMax: this.#limits.bodyBytes,
      reserve: (bytes, ready) => connection.reserve(bytes, ready),
      begin: () => {
        const isThere = request.complete || request.readableLength > 0;
        const hasMore = this.#rules.hasMore(request.socket);
        if (!isThere && !hasMore && this.#expecting.has(request)) response.writeContinue();
      },
    };
    gatherBody(request, rules, (body) => {
      if (body === "too long") this.#tooLong(request, response, more);
      else if (body === "no room") this.#responder.busy(response, more);
      else this.#work(calls, body, response, connection, more);
    });
  }

  /** Answers when it is the client's turn and there is room for the answer. */
  #work(
    calls: Calls,
    body: Buffer,
    response: ServerResponse,
    connection: Connection,
    more: readonly string[],
  ): void {
    if (this.#prepared.has(response)) {
      this.#answer(calls, body, response, connection, more);
      return;
    }
    const answer = () => {
      if (!connection.isGone) this.#answer(calls, body, response, connection, more);
    };
    // Those before it may have taken all the room since it arrived.
    this.take(connection, body, () => {
      const bytes = this.#bytesToWaitFor(connection, body);
      if (bytes === 0) answer();
      else {
        const inTurn = () => this.take(connection, body, answer);
        this.onceRoom(bytes, connection, response, more, inTurn);
      }
    });
  }

  /** Answers when there is room for so many bytes of the answer. */
  onceRoom(
    bytes: number,
    connection: Connection,
    response: ServerResponse,
    more: readonly string[],
    answer: () => void,
  ): void {
    connection.reserveAnswer(bytes, (granted) => {
      if (granted) answer();
      else this.#responder.busy(response, more);
    });
  }

  /**
   * The room that a call needs and that is not there; 0 if it may be made now. Short calls whose answers are short have room
   * while others wait for theirs to be read.
   */
  #bytesToWaitFor({ usage, roomBytes }: Connection, body: Buffer): number {
    if (this.#budget.isHalfEmpty) return 0;
    const bytes = this.#answerBytes(body);
    if (bytes <= roomBytes) return 0;
    return this.#budget.hasRoomFor(bytes, usage.isLight(performance.now())) ? 0 : bytes;
  }

  #answerBytes(body: Buffer): number {
    return isLong(body) ? unknownAnswerBytes(this.#budget.bytesMax) : this.#costs.answerBytes(body);
  }

  /** Gives a call its turn: after those of others if it is long, or if calls of its kind took long lately. */
  take({ usage }: Connection, body: Buffer, work: () => void): void {
    if (isLong(body)) {
      this.#turns.take(usage, work, "heavy");
      return;
    }
    this.#turns.take(usage, work, () => (this.#costs.isExpensive(body) ? "medium" : "light"));
  }

  /** The time counts until there is an answer: how long the system takes to send it says nothing about the call. */
  #dispatch(service: Service, body: Buffer, asked: Asked): ReturnType<Dispatcher["answer"]> {
    const answer = () => this.#dispatcher.answer(service, body, asked);
    return isLong(body) ? answer() : this.#costs.run(body, answer);
  }

  #answer(
    { service, metrics }: Calls,
    body: Buffer,
    response: ServerResponse,
    connection: Connection,
    more: readonly string[],
  ): void {
    const prepared = this.#prepared.get(response);
    // The response lives until the next one on its connection, and the answer with it.
    this.#prepared.delete(response);
    const begunMs = prepared?.begunMs ?? metrics.begin();
    try {
      const answer =
        prepared?.answer ??
        this.#dispatch(
          service,
          body,
          new AskedOverHttp(response.req, this.#pages.isForeign(response.req)),
        );
      if (answer instanceof Promise) {
        const known = prepared?.known ?? this.#wait(connection, body);
        answer
          .then((settled) => {
            known(settled);
            this.#respondInTurn(body, response, connection, settled, more);
          })
          .catch((error) => this.#responder.fail(response, error))
          .finally(() => metrics.end(begunMs));
        return;
      }
      if ("next" in answer) {
        const end = () => metrics.end(begunMs);
        this.#batch(answer, response, connection, more, end);
        return;
      }
      this.#costs.addAnswer(body, occupiedBytes(answer));
      this.#respond(response, answer, more);
    } catch (error) {
      this.#responder.fail(response, error);
    }
    metrics.end(begunMs);
  }

  /** Adds the position of the data that an answer was read from. */
  #placed(more: readonly string[]): readonly string[] {
    if (this.#position === undefined) return more;
    const headers = this.#position.headers();
    return more.length === 0 ? headers : [...more, ...headers];
  }

  /**
   * The answer to a call that waits counts as what those of its kind have: others may come before it is known. Call what is
   * returned when it is.
   */
  #wait(connection: Connection, body: Buffer): (answer: Answer) => void {
    let isWaiting = true;
    const hold = () => {
      if (isWaiting) connection.holdAnswer(this.#answerBytes(body));
    };
    if (!isLong(body)) this.#costs.beginWaiting(body, hold);
    hold();
    return (answer) => {
      isWaiting = false;
      const bytes = occupiedBytes(answer);
      if (!isLong(body)) this.#costs.endWaiting(body, bytes);
      connection.holdAnswer(bytes < heldBytesMin ? 0 : bytes);
    };
  }

  /** Sends an answer that was waited for: those of many calls may come at the same time. */
  #respondInTurn(
    body: Buffer,
    response: ServerResponse,
    connection: Connection,
    answer: Answer,
    more: readonly string[],
  ): void {
    this.take(connection, body, () => {
      try {
        if (!connection.isGone) this.#respond(response, answer, more);
      } catch (error) {
        this.#responder.fail(response, error);
      }
    });
  }

  #respond(response: ServerResponse, answer: Answer, more: readonly string[]): void {
    if (answer.forbidden === undefined)
      this.#responder.answer(response, answer, this.#placed(withWarning(more, answer.warning)));
    else
      this.#pages.forbid(
        response,
        answer.forbidden,
        this.#rules.isStopping() ? ["Connection", "close"] : [],
      );
  }

  #batch(
    batch: Batch,
    response: ServerResponse,
    connection: Connection,
    more: readonly string[],
    end: () => void,
  ): void {
    const unknownBytes = unknownAnswerBytes(this.#budget.bytesMax);
    const reply = new BatchReply({
      batch,
      response,
      connection,
      turns: this.#turns,
      costs: this.#costs,
      send: (answer: Answer) => this.#respond(response, answer, withWarning(more, batch.warning())),
      begin: () =>
        this.#responder.begin(response, this.#placed(withWarning(more, batch.warning()))),
      hasRoom: () => {
        if (this.#budget.isHalfEmpty) return true;
        return this.#budget.hasRoomFor(unknownBytes, connection.usage.isLight(performance.now()));
      },
      room: (ready) => connection.reserveAnswer(unknownBytes, ready),
      refuse: () => this.#responder.busy(response, more),
      fail: (error) => this.#responder.fail(response, error),
      end,
    });
    reply.start();
  }

  #tooLong(request: IncomingMessage, response: ServerResponse, more: readonly string[]): void {
    this.#refusals.bodies += 1;
    const text = `the body is longer than ${this.#limits.bodyBytes} bytes\n`;
    const closing = this.#expecting.has(request) ? ["Connection", "close"] : noHeaders;
    this.#responder.text(response, 413, text, [...more, ...closing]);
  }
}

/** Adds the header that names ignored params. */
const withWarning = (more: readonly string[], warning: string | undefined): readonly string[] =>
  warning === undefined ? more : [...more, "Couloir-Warning", warning];
