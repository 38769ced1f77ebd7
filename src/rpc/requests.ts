import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { AskedOverHttp } from "./asked.ts";
import { gatherBody } from "./body.ts";
import { ResponseCache } from "./cache.ts";
import { type Cors, cors } from "./cors.ts";
import type { Description, Limits, StreamRoute } from "./description.ts";
import { type Answer, Dispatcher } from "./dispatch.ts";
import { excerpt } from "./errors.ts";
import { hostFilter } from "./hosts.ts";
import { malformedPair, readGoQuery } from "./query.ts";
import { Responder } from "./responder.ts";
import type { Place, Router, Target } from "./router.ts";
import type { Service } from "./service.ts";
import { Streams } from "./streams.ts";
import { refuseUpgrade } from "./upgrade.ts";

type RequestRules = {
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly limits: Limits;
  readonly writeMs: number;
};

const noHeaders: readonly string[] = [];

/** Takes each HTTP request to its answer. */
export class Requests {
  /** Set while the server stops: every answer then ends its connection. */
  stopping = false;
  readonly streams = new Streams();
  readonly #description: Description;
  readonly #router: Router;
  readonly #limits: Limits;
  readonly #writeMs: number;
  readonly #dispatcher: Dispatcher;
  readonly #responder: Responder;
  readonly #hostAllowed: (host: string | undefined) => boolean;
  readonly #cors: Cors;

  constructor(description: Description, router: Router, rules: RequestRules) {
    this.#description = description;
    this.#router = router;
    this.#limits = rules.limits;
    this.#writeMs = rules.writeMs;
    const cache = new ResponseCache(rules.limits.cacheBytes, description);
    this.#dispatcher = new Dispatcher(description, rules.limits, cache);
    this.#responder = new Responder(description.headers, description.dialect === "gorilla");
    this.#hostAllowed = hostFilter(rules.allowedHosts);
    this.#cors = cors(rules.allowedOrigins);
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    try {
      const place = this.#router.exact(request.url!);
      const service = place?.service;
      if (service !== undefined && this.#isPlainCall(request, service)) {
        this.#call(service, request, response, noHeaders);
      } else this.#inspect(request, response, place);
    } catch (error) {
      this.#fail(response, error);
    }
  }

  /** Receives a request whose client waits for leave to send its body. */
  receiveExpecting(request: IncomingMessage, response: ServerResponse): void {
    if (Number(request.headers["content-length"] ?? 0) <= this.#limits.bodyBytes) {
      giveLeave(response);
      this.receive(request, response);
    } else this.#tooLong(response, ["Connection", "close"]);
  }

  /**
   * Receives a request for a WebSocket, under the rules of every request; false where there is no stream. A browser
   * lets any page ask, so its origin counts.
   */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): boolean {
    const { origin, host } = request.headers;
    const target = this.#router.resolve(request.url!);
    const stream = target.place?.stream;
    if (stream === undefined) return false;
    const refuse = (status: number, text: string) => refuseUpgrade(socket, status, text);
    if (!this.#hostAllowed(target.host ?? host)) refuse(403, "invalid host specified\n");
    else if (origin !== undefined && this.#cors.headers(origin, "GET").length === 0) {
      refuse(403, "this origin is not allowed\n");
    } else if (this.stopping) refuse(503, "the node stops\n");
    else {
      const asked = new URLSearchParams(target.query);
      const { fixed } = this.#responder;
      const refusal = this.streams.openSocket(stream, request, socket, head, asked, fixed);
      if (refusal !== undefined) refuse(refusal.status, refusal.text);
    }
    return true;
  }

  /** Whether no rule but the usual ones concerns a request; saves most of them the long way. */
  #isPlainCall(request: IncomingMessage, service: Service): boolean {
    if (request.method !== "POST" || this.stopping) return false;
    const { headers } = request;
    return (
      headers["content-type"] === "application/json" &&
      headers.origin === undefined &&
      this.#hostAllowed(headers.host) &&
      service.unready?.() === undefined
    );
  }

  /** Applies the rules that come before a path is looked at: preflight, host, clean path. */
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
      const allowed = this.#cors.preflight(headers.origin, wanted, names);
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
    } else this.#visit(target.place, target.query, request, response, more);
  }

  /** Applies the rules of a place: readiness, verb, content type. */
  #visit(
    place: Place | undefined,
    query: string,
    request: IncomingMessage,
    response: ServerResponse,
    more: readonly string[],
  ): void {
    const verb = request.method!;
    const service = place?.service;
    if (place?.get !== undefined && (verb === "GET" || service === undefined)) {
      void this.#get(place.get, query, response, more);
      return;
    }
    if (place?.stream !== undefined) {
      this.#stream(place.stream, query, request, response, more);
      return;
    }
    if (place?.file !== undefined) {
      void this.#file(place.file, query, request, response, more);
      return;
    }
    if (place?.movedTo !== undefined && wantsPage(request)) {
      const location = query === "" ? place.movedTo : `${place.movedTo}?${query}`;
      this.#responder.empty(response, 302, ["Location", location, ...more]);
      return;
    }
    if (service === undefined) {
      const reason = place?.disabled === undefined ? "" : `${place.disabled}\n`;
      this.#responder.text(response, 404, `404 page not found\n${reason}`, more);
      return;
    }
    const unready = service.unready?.();
    const mediaType = (request.headers["content-type"] ?? "").split(";", 1)[0]!;
    if (unready !== undefined) this.#responder.text(response, 503, unready, more);
    else if (verb !== "POST") {
      const text = `rpc: POST method required, received ${verb}`;
      this.#responder.bareText(response, 405, text, ["Allow", "POST", ...more]);
    } else if (mediaType.toLowerCase() !== "application/json") {
      const text = `rpc: unrecognized Content-Type: ${mediaType}`;
      this.#responder.bareText(response, 415, text, more);
    } else this.#call(service, request, response, more);
  }

  #call(
    service: Service,
    request: IncomingMessage,
    response: ServerResponse,
    more: readonly string[],
  ): void {
    gatherBody(request, this.#limits.bodyBytes, (body) => {
      if (body === undefined) this.#tooLong(response, more);
      else this.#answer(service, body, response, more);
    });
  }

  #answer(service: Service, body: Buffer, response: ServerResponse, more: readonly string[]): void {
    const { metrics } = service;
    const begunMs = metrics.begin();
    try {
      const answer = this.#dispatcher.answer(service, body, new AskedOverHttp(response.req));
      if (answer instanceof Promise) {
        answer
          .then((settled) => this.#send(settled, response, more))
          .catch((error) => this.#fail(response, error))
          .finally(() => metrics.end(begunMs));
        return;
      }
      this.#send(answer, response, more);
    } catch (error) {
      this.#fail(response, error);
    }
    metrics.end(begunMs);
  }

  #send(answer: Answer, response: ServerResponse, more: readonly string[]): void {
    this.#responder.answer(response, answer, more);
    this.#guard(response.req.socket);
  }

  async #get(
    { route, metrics }: NonNullable<Place["get"]>,
    query: string,
    response: ServerResponse,
    more: readonly string[],
  ): Promise<void> {
    const isGo = this.#description.dialect === "gorilla";
    const malformed = isGo ? undefined : malformedPair(query);
    if (malformed !== undefined) {
      const text = `query: expected percent-encoded UTF-8, got ${excerpt(malformed)}\n`;
      this.#responder.text(response, 400, text, more);
      return;
    }
    const params = isGo ? readGoQuery(query) : new URLSearchParams(query);
    const begunMs = metrics.begin();
    try {
      const asked = new AskedOverHttp(response.req);
      const { status, contentType, body } = await route.answer(params, asked);
      this.#responder.page(response, status, contentType, body, more);
    } catch (error) {
      this.#fail(response, error);
    } finally {
      metrics.end(begunMs);
    }
  }

  #stream(
    route: StreamRoute,
    query: string,
    request: IncomingMessage,
    response: ServerResponse,
    more: readonly string[],
  ): void {
    if (request.method !== "GET") {
      const text = `GET method required, received ${request.method}\n`;
      this.#responder.text(response, 405, text, ["Allow", "GET", ...more]);
      return;
    }
    const headers = [...this.#responder.fixed, ...more];
    const asked = new URLSearchParams(query);
    const refusal = this.streams.openResponse(route, request, response, asked, headers);
    if (refusal !== undefined) this.#responder.text(response, refusal.status, refusal.text, more);
  }

  async #file(
    answer: NonNullable<Place["file"]>,
    query: string,
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    more: readonly string[],
  ): Promise<void> {
    try {
      const file = await answer({
        verb: method!,
        query: new URLSearchParams(query),
        acceptEncoding: headers["accept-encoding"]?.toString(),
        ifNoneMatch: headers["if-none-match"],
      });
      this.#responder.file(response, file, more);
      this.#guard(response.req.socket);
    } catch (error) {
      this.#fail(response, error);
    }
  }

  #tooLong(response: ServerResponse, more: readonly string[]): void {
    const text = `the body is longer than ${this.#limits.bodyBytes} bytes\n`;
    this.#responder.text(response, 413, text, more);
  }

  /** Our own bug outside any handler: the log has the cause. */
  #fail(response: ServerResponse, error: unknown): void {
    const logID = this.#description.randomID();
    this.#description.log.error({ logID, err: error }, "request failed");
    if (response.headersSent) response.destroy();
    else this.#responder.text(response, 500, `internal error, log id ${logID}\n`, noHeaders);
  }

  /** A client that does not take its answer in time loses its connection. */
  #guard(socket: Socket): void {
    if (socket.writableLength === 0) return;
    const timer = setTimeout(() => {
      if (socket.writableLength > 0) socket.destroy();
    }, this.#writeMs);
    timer.unref();
    socket.once("close", () => clearTimeout(timer));
    socket.once("drain", () => clearTimeout(timer));
  }
}

/** Whether a browser asks for something to show. */
const wantsPage = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && headers.accept?.includes("text/html") === true;

/**
 * Lets a client send its body. Behind an answer that is still under way node:http would write the leave between head
 * and body of this one, so it waits for its turn, and is not needed any more where the body came unasked.
 */
const giveLeave = (response: ServerResponse): void => {
  if (response.socket !== null) response.writeContinue();
  else {
    response.once("socket", () => {
      if (!response.headersSent) response.writeContinue();
    });
  }
};
