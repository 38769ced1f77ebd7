import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Limits, Refusals } from "../json-rpc/description.ts";
import { hostFilter } from "./access.ts";
import type { Budget } from "./budget.ts";
import { CallHandler, unknownAnswerBytes } from "./call-handler.ts";
import { ConnectionReader } from "./connection-reader.ts";
import { Connection } from "./connections.ts";
import { Costs, cpuMs } from "./costs.ts";
import type { Description, Position } from "./description.ts";
import { RefusedHosts } from "./host-refusal.ts";
import { wantsPage } from "./incoming.ts";
import { type HeadRefusal, refusalOfHead } from "./long-heads.ts";
import { PlainRequests } from "./plain-head.ts";
import type { Relay } from "./relay.ts";
import { Resources } from "./resources.ts";
import { heldBytesMin, Responder } from "./responder.ts";
import type { Calls, Place, Router, Target } from "./router.ts";
import type { Turns } from "./turns.ts";
import { asksForWebSocket, refuseUpgrade } from "./upgrade.ts";
import { isForOwnPages, WebPages } from "./web-pages.ts";

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

/** Takes each HTTP request through the rules of the server to its method or resource. */
export class Requests {
  /** Set while the server stops: every response then closes its connection. */
  stopping = false;
  readonly resources: Resources;
  readonly #connections = new WeakMap<Socket, Connection>();
  readonly #readers = new WeakMap<Socket, ConnectionReader>();
  readonly #upgraded = new WeakSet<Socket>();
  readonly #refused = new WeakMap<IncomingMessage, HeadRefusal>();
  readonly #budget: Budget;
  readonly #turns: Turns;
  readonly #idleMs: number;
  readonly #costs: Costs;
  readonly #router: Router;
  readonly #responder: Responder;
  readonly #pages: WebPages;
  readonly #calls: CallHandler;
  readonly #plain = new PlainRequests();
  readonly #hostAllowed: (host: string | undefined) => boolean;
  readonly #refusedHosts: RefusedHosts;
  readonly #isGorilla: boolean;
  readonly #position: Position | undefined;
  readonly #relay: Relay | undefined;

  constructor(description: Description, router: Router, rules: RequestRules) {
    this.#router = router;
    this.#budget = rules.budget;
    this.#costs = new Costs(cpuMs, unknownAnswerBytes(rules.budget.bytesMax));
    this.#turns = rules.turns;
    this.#idleMs = rules.idleMs;
    this.#responder = new Responder(
      description,
      rules,
      (response, bytes) => this.connectionOf(response.req.socket).holdAnswer(bytes),
      () => !this.#budget.isFull(false),
    );
    this.#pages = new WebPages(rules.allowedOrigins, router, this.#responder);
    this.#hostAllowed = hostFilter(rules.allowedHosts);
    this.#refusedHosts = new RefusedHosts(description);
    this.#calls = new CallHandler(description, {
      ...rules,
      costs: this.#costs,
      router,
      responder: this.#responder,
      pages: this.#pages,
      hostAllowed: this.#hostAllowed,
      connectionOf: (socket) => this.connectionOf(socket),
      hasMore: (socket) => this.#readers.get(socket)?.hasMore === true,
      isStopping: () => this.stopping,
    });
    this.#isGorilla = description.dialect === "gorilla";
    this.resources = new Resources(
      this.#responder,
      this.#isGorilla,
      rules.limits.streams,
      rules.refusals,
    );
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
      take: ({ body }, work) => this.#calls.take(connection, body, work),
      read: (chunk) => this.#plain.read(chunk),
      mayAnswer: (request) => this.#calls.mayAnswer(request),
      answer: (request, pass) => this.#calls.answerPlain(request, socket, pass),
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

  /** Starts a request when those before it on the connection are answered. */
  receive(request: IncomingMessage, response: ServerResponse): void {
    this.#calls.note(response);
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) this.#refused.set(request, refusal);
    this.connectionOf(request.socket).enter(response, () => this.#start(request, response));
  }

  /** Receives a request whose client waits for `100 Continue` before it sends the body. */
  receiveExpecting(request: IncomingMessage, response: ServerResponse): void {
    this.#calls.expect(request);
    this.receive(request, response);
  }

  #refusalOf(request: IncomingMessage): HeadRefusal | undefined {
    return refusalOfHead(request, this.#position?.minimumHeader);
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
        this.#calls.handle(calls, request, response, noHeaders);
      } else this.#inspect(request, response, place);
    } catch (error) {
      this.#responder.fail(response, error);
    }
  }

  /** Whether a request that asks for another protocol is for a path with a stream, or another process decides. */
  isUpgrade(request: IncomingMessage): boolean {
    const isOffered =
      this.#relay !== undefined || this.#router.resolve(request.url!).place?.stream !== undefined;
    if (isOffered && asksForWebSocket(request)) return true;
    const bodyBytes = Number(request.headers["content-length"] ?? 0);
    this.#readers.get(request.socket)?.upgradeRefused(bodyBytes);
    return false;
  }

  /**
   * Opens a WebSocket under the same rules; returns false where the path has no stream. Browsers let
   * any page open one, so the origin must be allowed.
   */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): boolean {
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
    else if (!this.#hostAllowed(target.host ?? request.headers.host))
      refuse(403, this.#refusedHosts.refuse(target.host ?? request.headers.host!));
    else if (this.#pages.isRefused(request)) refuse(403, "this origin is not allowed\n");
    else if (this.stopping) refuse(503, "the node is stopping\n");
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
      this.#responder.preflight(response, [...this.#pages.preflight(request, wanted), ...closing]);
      return;
    }
    const more = [...this.#pages.headers(request, verb), ...closing];
    const target: Target =
      exact === undefined ? this.#router.resolve(url) : { kind: "place", place: exact, query: "" };
    if (target.kind === "malformed") {
      this.#responder.text(response, 400, "400 Bad Request", more);
    } else if (!this.#hostAllowed(target.host ?? headers.host)) {
      const text = this.#refusedHosts.refuse(target.host ?? headers.host!);
      this.#responder.text(response, 403, text, more);
    } else if (target.kind === "moved") {
      this.#responder.empty(response, 301, ["Location", target.location!, ...more]);
    } else if (isForOwnPages(target.place, verb) && this.#pages.isForeign(request)) {
      this.#pages.forbid(response, "this path", closing);
    } else this.#visit(target, request, response, more);
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
    } else if (calls === undefined && place?.absent !== undefined && this.#answersJson(request)) {
      this.#responder.absent(response, place.absent, more);
    } else if (calls === undefined) {
      const cause = place?.disabled ?? place?.absent;
      const reason = cause === undefined ? "" : `${cause}\n`;
      this.#responder.text(response, 404, `404 page not found\n${reason}`, more);
    } else this.#calls.admit(calls, request, response, more);
  }

  /** Whether the client reads errors of JSON-RPC: those of gorilla/rpc read AvalancheGo's text. */
  #answersJson({ method }: IncomingMessage): boolean {
    return method === "POST" && !this.#isGorilla;
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
    const inTurn = (work: () => void): void => {
      const wanted = () => {
        try {
          if (!connection.isGone) this.#costs.run(kind, work);
        } catch (error) {
          this.#responder.fail(response, error);
        }
      };
      this.#turns.take(usage, wanted, () => (this.#costs.isExpensive(kind) ? "page" : "light"));
    };
    // Those before it may have taken all the room since it arrived.
    const onceRoom = (work: () => void, bytes: number): void =>
      inTurn(() => {
        const isShort = bytes < heldBytesMin;
        if (isShort || this.#budget.hasRoomFor(bytes, usage.isLight(performance.now()))) work();
        else this.#calls.onceRoom(bytes, connection, response, more, () => inTurn(work));
      });
    const send = (work: () => void, bytes: number) => {
      this.#costs.addAnswer(kind, bytes);
      onceRoom(work, bytes);
    };
    const answer = () => void this.resources.get(get, query, response, more, send);
    onceRoom(answer, this.#costs.answerBytes(kind));
  }
}
