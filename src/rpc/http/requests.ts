import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { BoundedCache } from "../../cache/bounded-cache.ts";
import { ResponseCache } from "../json-rpc/cache.ts";
import type { Limits, Refusals } from "../json-rpc/description.ts";
import { type Answer, answerBytes, type Batch, Dispatcher } from "../json-rpc/dispatch.ts";
import type { Asked } from "../json-rpc/method.ts";
import type { Service } from "../json-rpc/service.ts";
import { type Cors, cors, hostFilter } from "./access.ts";
import { BatchReply } from "./batch-reply.ts";
import type { Budget } from "./budget.ts";
import { ConnectionReader, type PlainRequest } from "./connection-reader.ts";
import { Connection } from "./connections.ts";
import { Costs } from "./costs.ts";
import type { Description, Position } from "./description.ts";
import {
  AskedOverHttp,
  type BodyRules,
  gatherBody,
  hasTwoHosts,
  readPosition,
  wantsPage,
} from "./incoming.ts";
import { shortenHead } from "./long-heads.ts";
import { headEnd } from "./open-head.ts";
import { type PlainHead, readPlainHead } from "./plain-head.ts";
import type { Relay } from "./relay.ts";
import { Resources } from "./resources.ts";
import { Responder } from "./responder.ts";
import type { Calls, Place, Router, Target } from "./router.ts";
import type { Turns, Usage } from "./turns.ts";
import { refuseUpgrade } from "./upgrade.ts";

type RequestRules = {
  readonly budget: Budget;
  readonly turns: Turns;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly limits: Limits;
  readonly refusals: Refusals;
  readonly writeMs: number;
  readonly idleMs: number;
};

const noHeaders: readonly string[] = [];
const heavyBytes = 16_384;
/** Clients repeat their heads, but for the length of the body. */
const headsMax = 256;
/** Clients that send a longer one are rare. */
const plainHeadBytesMax = 1_024;

/** A call that was made before node:http read its request. */
type Prepared = {
  readonly begunMs: number;
  readonly answer: Answer | Promise<Answer> | Batch;
};
type HeadRefusal = { readonly status: number; readonly text: string };
const tooLargeHead: HeadRefusal = { status: 431, text: "431 Request Header Fields Too Large" };
const openingBracket = 0x5b;

/** A long body, and all that begins as a batch does. */
const isLong = (body: Buffer): boolean => body.length > heavyBytes || body[0] === openingBracket;

/** Takes each HTTP request through the rules of the server to its method or resource. */
export class Requests {
  /** Set while the server stops: every response then closes its connection. */
  stopping = false;
  readonly resources: Resources;
  readonly #connections = new WeakMap<Socket, Connection>();
  readonly #upgraded = new WeakSet<Socket>();
  readonly #refusals: Refusals;
  readonly #budget: Budget;
  readonly #turns: Turns;
  readonly #idleMs: number;
  readonly #costs = new Costs();
  readonly #router: Router;
  readonly #limits: Limits;
  readonly #dispatcher: Dispatcher;
  readonly #responder: Responder;
  readonly #hostAllowed: (host: string | undefined) => boolean;
  readonly #cors: Cors;
  readonly #position: Position | undefined;
  readonly #relay: Relay | undefined;
  readonly #heads = new BoundedCache<string, PlainHead>(headsMax);
  readonly #readers = new WeakMap<Socket, ConnectionReader>();
  /** Belongs to the request that node:http reads now. */
  #passing: Prepared | undefined;
  readonly #prepared = new WeakMap<ServerResponse, Prepared>();

  constructor(description: Description, router: Router, rules: RequestRules) {
    this.#router = router;
    this.#limits = rules.limits;
    const cache = new ResponseCache(rules.limits.cacheBytes, description);
    this.#dispatcher = new Dispatcher(description, rules.limits, cache, rules.refusals);
    this.#refusals = rules.refusals;
    this.#budget = rules.budget;
    this.#turns = rules.turns;
    this.#idleMs = rules.idleMs;
    this.#responder = new Responder(
      description,
      rules,
      (response, bytes) => this.connectionOf(response.req.socket).holdAnswer(bytes),
      () => !this.#budget.isFull(false),
    );
    this.resources = new Resources(
      this.#responder,
      description.dialect === "gorilla",
      rules.limits.streams,
      rules.refusals,
    );
    this.#hostAllowed = hostFilter(rules.allowedHosts);
    this.#cors = cors(rules.allowedOrigins);
    this.#position = description.position;
    this.#relay = description.relay;
  }

  connectionOf(socket: Socket): Connection {
    let connection = this.#connections.get(socket);
    if (connection === undefined) {
      connection = new Connection(socket, this.#budget, this.#turns);
      this.#connections.set(socket, connection);
    }
    return connection;
  }

  /** Whether a connection has nothing to do: no request and no stream. */
  isIdle(socket: Socket): boolean {
    if (this.#upgraded.has(socket) || this.isWaiting(socket)) return false;
    return this.connectionOf(socket).isIdle;
  }

  /** Whether a request on a connection waits for its turn, or its response for the client, unseen by node:http. */
  isWaiting(socket: Socket): boolean {
    return this.#readers.get(socket)?.isWaiting === true;
  }

  /** Whether a connection has nothing to do and node:http would not end it as idle. */
  isHidden(socket: Socket): boolean {
    return this.#readers.get(socket)?.isHidden === true;
  }

  /** Reads a connection before node:http does. */
  watch(socket: Socket): void {
    const connection = this.connectionOf(socket);
    const reader = ConnectionReader.on(socket, {
      connection,
      turns: this.#turns,
      idleMs: this.#idleMs,
      take: ({ body }, work) => this.#take(connection, body, work),
      read: (chunk) => this.#readPlain(chunk),
      mayAnswer: (request) => this.#mayAnswer(request),
      answer: (request, pass) => this.#answerPlain(request, socket, pass),
    });
    if (reader !== undefined) this.#readers.set(socket, reader);
  }

  /** Ends HTTP on a connection. Returns what has arrived after `head`. */
  release(socket: Socket, head: Buffer): Buffer {
    const reader = this.#readers.get(socket);
    if (reader === undefined) return head;
    this.#readers.delete(socket);
    return Buffer.concat([head, reader.release()]);
  }

  #readPlain(chunk: Buffer): PlainRequest | undefined {
    const end = chunk.subarray(0, plainHeadBytesMax + headEnd.length).indexOf(headEnd);
    if (end < 0) return undefined;
    const text = chunk.toString("latin1", 0, end);
    let head = this.#heads.get(text);
    if (head === undefined) {
      head = readPlainHead(text);
      if (head === undefined) return undefined;
      this.#heads.set(text, head);
    }
    const bodyAt = end + headEnd.length;
    if (chunk.length !== bodyAt + head.contentLength) return undefined;
    return { head, body: chunk.subarray(bodyAt) };
  }

  /** The rules of `#isPlainCall` and `#work`. */
  #mayAnswer({ head, body }: PlainRequest): boolean {
    const calls = this.#router.exact(head.target)?.calls;
    return (
      calls !== undefined &&
      !this.stopping &&
      !isLong(body) &&
      !this.#budget.isFull(false) &&
      this.#hostAllowed(head.host) &&
      calls.service.unready?.() === undefined
    );
  }

  #answerPlain({ head, body }: PlainRequest, socket: Socket, pass: () => void): void {
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
      const isSent = this.#responder.quick(socket, answer, head.acceptEncoding, () =>
        this.#placed(noHeaders),
      );
      if (isSent) {
        this.#costs.addAnswer(body, answerBytes(answer));
        if (socket.writableNeedDrain) this.connectionOf(socket).holdUntilRead();
        metrics.end(begunMs);
        return;
      }
    }
    // Its error is reported with the response.
    if (answer instanceof Promise) answer.catch(() => {});
    this.#passing = { begunMs, answer };
    pass();
    this.#passing = undefined;
  }

  /** Starts a request when those before it on the connection are answered. */
  receive(request: IncomingMessage, response: ServerResponse): void {
    if (this.#passing !== undefined) this.#prepared.set(response, this.#passing);
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) this.#refused.set(request, refusal);
    this.connectionOf(request.socket).enter(response, () => this.#start(request, response));
  }

  /** Receives a request whose client waits for `100 Continue` before it sends the body. */
  receiveExpecting(request: IncomingMessage, response: ServerResponse): void {
    this.#expecting.add(request);
    this.receive(request, response);
  }

  readonly #expecting = new WeakSet<IncomingMessage>();
  readonly #refused = new WeakMap<IncomingMessage, HeadRefusal>();

  /** Why a head is refused, whatever it asks for. Shortens a long one. */
  #refusalOf(request: IncomingMessage): HeadRefusal | undefined {
    if (hasTooManyHeaders(request)) return tooLargeHead;
    if (hasTwoHosts(request)) return { status: 400, text: "400 Bad Request" };
    return shortenHead(request, this.#position?.minimumHeader) ? undefined : tooLargeHead;
  }

  #start(request: IncomingMessage, response: ServerResponse): void {
    try {
      const refusal = this.#refused.get(request);
      if (refusal !== undefined) {
        this.#responder.text(response, refusal.status, refusal.text, ["Connection", "close"]);
        return;
      }
      const place = this.#router.exact(request.url!);
      const calls = place?.calls;
      if (calls !== undefined && this.#isPlainCall(request, calls)) {
        this.#call(calls, request, response, noHeaders);
      } else this.#inspect(request, response, place);
    } catch (error) {
      this.#responder.fail(response, error);
    }
  }

  /**
   * Opens a WebSocket under the same rules; returns false where the path has no stream. Browsers let
   * any page open one, so the origin must be allowed.
   */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): boolean {
    const { origin, host } = request.headers;
    const target = this.#router.resolve(request.url!);
    if (this.#relay !== undefined) {
      this.#upgraded.add(socket);
      this.#relay.upgrade(request, socket, head);
      return true;
    }
    const stream = target.place?.stream;
    if (stream === undefined) return false;
    const refuse = (status: number, text: string) => refuseUpgrade(socket, status, text);
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) refuse(refusal.status, refusal.text);
    else if (!this.#hostAllowed(target.host ?? host)) refuse(403, "invalid host specified\n");
    else if (this.#isForeign(request) && this.#cors.headers(origin!, "GET").length === 0) {
      refuse(403, "this origin is not allowed\n");
    } else if (this.stopping) refuse(503, "the node is stopping\n");
    else {
      this.#upgraded.add(socket);
      const inTurn = (work: () => void) => this.#inTurn(socket, work);
      const upgrade = { request, socket, head, headers: this.#responder.fixed, inTurn };
      const query = new URLSearchParams(target.query);
      inTurn(() => {
        const refusal = this.resources.streams.openSocket(stream, upgrade, query);
        if (refusal !== undefined) refuse(refusal.status, refusal.text);
      });
    }
    return true;
  }

  /** Opens a stream when it is its turn: a crowd may open theirs at the same time. */
  #inTurn(socket: Socket, open: () => void): void {
    const { usage } = this.connectionOf(socket);
    const work = () => {
      try {
        if (!socket.destroyed) open();
      } catch {
        socket.destroy();
      }
    };
    this.#turns.take(usage, work, "heavy");
  }

  /** Whether a request needs none of the other rules, as most do. */
  #isPlainCall(request: IncomingMessage, { service }: Calls): boolean {
    if (request.method !== "POST" || this.stopping) return false;
    const { headers } = request;
    return (
      headers["content-type"] === "application/json" &&
      headers.origin === undefined &&
      (this.#position === undefined || headers[this.#position.minimumHeader] === undefined) &&
      this.#hostAllowed(headers.host) &&
      service.unready?.() === undefined
    );
  }

  /** Applies the rules that come before the path: preflight, host, clean path. */
  #inspect(request: IncomingMessage, response: ServerResponse, exact: Place | undefined): void {
    const { headers } = request;
    const url = request.url!;
    const verb = request.method!;
    const closing = this.stopping ? ["Connection", "close"] : noHeaders;
    const wanted = headers["access-control-request-method"];
    if (verb === "OPTIONS" && url === "*") {
      this.#responder.empty(response, 200, closing);
      return;
    }
    if (verb === "OPTIONS" && wanted !== undefined && wanted !== "") {
      const names = headers["access-control-request-headers"];
      const isOwnOnly = isForOwnPages(exact ?? this.#router.resolve(url).place, wanted);
      const allowed =
        isOwnOnly && this.#isForeign(request)
          ? noHeaders
          : this.#cors.preflight(headers.origin, wanted, names);
      this.#responder.preflight(response, [...allowed, ...closing]);
      return;
    }
    const shared =
      headers.origin === undefined ? noHeaders : this.#cors.headers(headers.origin, verb);
    const more = [...shared, ...closing];
    const target: Target =
      exact === undefined ? this.#router.resolve(url) : { kind: "place", place: exact, query: "" };
    if (target.kind === "malformed") {
      this.#responder.text(response, 400, "400 Bad Request", more);
    } else if (!this.#hostAllowed(target.host ?? headers.host)) {
      this.#responder.text(response, 403, "invalid host specified\n", more);
    } else if (target.kind === "moved") {
      this.#responder.empty(response, 301, ["Location", target.location!, ...more]);
    } else if (isForOwnPages(target.place, verb) && this.#isForeign(request)) {
      this.#forbid(response, "this path", closing);
    } else this.#visit(target, request, response, more);
  }

  /** Whether a web page asks that may only read what a public server serves. */
  #isForeign({ url, headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined) return false;
    // A target with a host of its own replaces the Host header. RFC 9112, section 3.2.2
    const target = url!.startsWith("/") ? undefined : this.#router.resolve(url!).host;
    return !this.#cors.isTrusted(origin, target ?? host);
  }

  /** Without headers for browsers: the page must not read even this. */
  #forbid(response: ServerResponse, what: string, more: readonly string[]): void {
    const text = `pages of this origin may not use ${what}: --http-allowed-origins allows it\n`;
    this.#responder.text(response, 403, text, more);
  }

  /** Sends a request to what its path serves. */
  #visit(
    { place, query }: Target,
    request: IncomingMessage,
    response: ServerResponse,
    more: readonly string[],
  ): void {
    const calls = place?.calls;
    if (this.#relay !== undefined && (calls === undefined || request.method === "GET")) {
      this.#relay.pass(request, response);
    } else if (place?.get !== undefined && (request.method === "GET" || calls === undefined)) {
      this.#get(place.get, query, response, more);
    } else if (place?.stream !== undefined) {
      const { stream } = place;
      this.#inTurn(request.socket, () =>
        this.resources.stream(stream, query, request, response, more),
      );
    } else if (place?.file !== undefined) {
      void this.resources.file(place.file, query, request, response, more);
    } else if (place?.movedTo !== undefined && wantsPage(request)) {
      const location = query === "" ? place.movedTo : `${place.movedTo}?${query}`;
      this.#responder.empty(response, 302, ["Location", location, ...more]);
    } else if (calls === undefined) {
      const reason = place?.disabled === undefined ? "" : `${place.disabled}\n`;
      this.#responder.text(response, 404, `404 page not found\n${reason}`, more);
    } else this.#admit(calls, request, response, more);
  }

  /** Answers a GET when it is the client's turn and there is room for the answer. */
  #get(
    get: NonNullable<Place["get"]>,
    query: string,
    response: ServerResponse,
    more: readonly string[],
  ): void {
    const connection = this.connectionOf(response.req.socket);
    const { usage } = connection;
    const kind = `GET ${get.route.path} ${Math.clz32(query.length)}`;
    const inTurn = (work: () => void, answerBytes = 0): void => {
      this.#costs.addAnswer(kind, answerBytes);
      const wanted = () => {
        try {
          if (!connection.isGone) this.#costs.run(kind, work);
        } catch (error) {
          this.#responder.fail(response, error);
        }
      };
      this.#turns.take(usage, wanted, () => (this.#costs.isExpensive(kind) ? "medium" : "light"));
    };
    const answer = () => inTurn(() => void this.resources.get(get, query, response, more, inTurn));
    const hasRoom = !this.#budget.isFull(usage.isLight(performance.now()));
    if (hasRoom) answer();
    else this.#onceRoom(connection, response, more, answer);
  }

  /** Applies the rules of a JSON-RPC path: readiness, verb, content type. */
  #admit(
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
      this.#call(calls, request, response, more);
      return;
    }
    const minimum = readPosition(wanted);
    if (minimum === undefined) {
      const text = `${this.#position!.minimumHeader}: expected a decimal number\n`;
      this.#responder.text(response, 400, text, more);
      return;
    }
    const proceed = (isReached: boolean): void => {
      if (isReached) this.#call(calls, request, response, more);
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

  #call(
    calls: Calls,
    request: IncomingMessage,
    response: ServerResponse,
    more: readonly string[],
  ): void {
    const connection = this.connectionOf(request.socket);
    const rules: BodyRules = {
      bytesMax: this.#limits.bodyBytes,
      reserve: (bytes, ready) => connection.reserve(bytes, ready),
      begin: () => {
        const isThere = request.complete || request.readableLength > 0;
        const hasMore = this.#readers.get(request.socket)?.hasMore === true;
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
    const { usage } = connection;
    if (this.#prepared.has(response)) {
      this.#answer(calls, body, response, connection, more);
      return;
    }
    const work = () => {
      if (!connection.isGone) this.#answer(calls, body, response, connection, more);
    };
    const answer = () => this.#take(connection, body, work);
    if (connection.hasRoom || this.#hasRoom(usage, body)) answer();
    else this.#onceRoom(connection, response, more, answer);
  }

  /** Answers when there is room for the answer. */
  #onceRoom(
    connection: Connection,
    response: ServerResponse,
    more: readonly string[],
    answer: () => void,
  ): void {
    connection.reserve(1, (granted) => {
      if (granted) answer();
      else this.#responder.busy(response, more);
    });
  }

  /** Short calls whose answers are short have room while others wait for theirs to be read. */
  #hasRoom(usage: Usage, body: Buffer): boolean {
    if (!this.#budget.isFull(false)) return true;
    if (!isLong(body) && !this.#costs.isLong(body)) return true;
    return usage.isLight(performance.now()) && !this.#budget.isFull(true);
  }

  /** Gives a call its turn: after those of others if it is long, or if calls of its kind took long lately. */
  #take({ usage }: Connection, body: Buffer, work: () => void): void {
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
          new AskedOverHttp(response.req, this.#isForeign(response.req)),
        );
      if (answer instanceof Promise) {
        answer
          .then((settled) => this.#respondInTurn(body, response, connection, settled, more))
          .catch((error) => this.#responder.fail(response, error))
          .finally(() => metrics.end(begunMs));
        return;
      }
      if ("next" in answer) {
        const end = () => metrics.end(begunMs);
        this.#batch(answer, response, connection, more, end);
        return;
      }
      this.#costs.addAnswer(body, answerBytes(answer));
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

  /** Sends an answer that was waited for: those of many calls may come at the same time. */
  #respondInTurn(
    body: Buffer,
    response: ServerResponse,
    connection: Connection,
    answer: Answer,
    more: readonly string[],
  ): void {
    this.#costs.addAnswer(body, answerBytes(answer));
    this.#take(connection, body, () => {
      try {
        if (!connection.isGone) this.#respond(response, answer, more);
      } catch (error) {
        this.#responder.fail(response, error);
      }
    });
  }

  #respond(response: ServerResponse, answer: Answer, more: readonly string[]): void {
    if (answer.forbidden === undefined)
      this.#responder.answer(response, answer, this.#placed(more));
    else this.#forbid(response, answer.forbidden, this.stopping ? ["Connection", "close"] : []);
  }

  #batch(
    batch: Batch,
    response: ServerResponse,
    connection: Connection,
    more: readonly string[],
    end: () => void,
  ): void {
    const reply = new BatchReply({
      batch,
      response,
      connection,
      turns: this.#turns,
      send: (answer: Answer) => this.#respond(response, answer, more),
      begin: () => this.#responder.begin(response, this.#placed(more)),
      room: (ready) => {
        if (connection.hasRoom || !this.#budget.isFull(false)) ready();
        else connection.reserve(1, (granted) => (granted ? ready() : connection.evict()));
      },
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

/** Whether all that a path answers to a verb is for the server's own pages. */
const isForOwnPages = (place: Place | undefined, verb: string): boolean => {
  if (place?.get !== undefined && (verb === "GET" || place.calls === undefined)) {
    return place.get.route.ownPagesOnly === true;
  }
  const methods = place?.calls?.service.methods;
  return methods !== undefined && [...methods.values()].every((method) => method.ownPagesOnly);
};

/** node:http keeps each header as an object for as long as the request lives; it parses few more than so many. */
export const headersMax = 100;

export const hasTooManyHeaders = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.length > 2 * headersMax;
