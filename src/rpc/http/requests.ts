import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ResponseCache } from "../json-rpc/cache.ts";
import type { Limits } from "../json-rpc/description.ts";
import { Dispatcher } from "../json-rpc/dispatch.ts";
import { type Cors, cors, hostFilter } from "./access.ts";
import type { Description, Position } from "./description.ts";
import { AskedOverHttp, gatherBody, readPosition, sendContinue, wantsPage } from "./incoming.ts";
import type { Relay } from "./relay.ts";
import { Resources } from "./resources.ts";
import { Responder } from "./responder.ts";
import type { Calls, Place, Router, Target } from "./router.ts";
import { refuseUpgrade } from "./upgrade.ts";

type RequestRules = {
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly limits: Limits;
  readonly writeMs: number;
};

const noHeaders: readonly string[] = [];

/** Takes each HTTP request through the rules of the server to its method or resource. */
export class Requests {
  /** Set while the server stops: every response then closes its connection. */
  stopping = false;
  readonly resources: Resources;
  readonly #router: Router;
  readonly #limits: Limits;
  readonly #dispatcher: Dispatcher;
  readonly #responder: Responder;
  readonly #hostAllowed: (host: string | undefined) => boolean;
  readonly #cors: Cors;
  readonly #position: Position | undefined;
  readonly #relay: Relay | undefined;

  constructor(description: Description, router: Router, rules: RequestRules) {
    this.#router = router;
    this.#limits = rules.limits;
    const cache = new ResponseCache(rules.limits.cacheBytes, description);
    this.#dispatcher = new Dispatcher(description, rules.limits, cache);
    this.#responder = new Responder(description, rules.writeMs);
    this.resources = new Resources(this.#responder, description.dialect === "gorilla");
    this.#hostAllowed = hostFilter(rules.allowedHosts);
    this.#cors = cors(rules.allowedOrigins);
    this.#position = description.position;
    this.#relay = description.relay;
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    try {
      const place = this.#router.exact(request.url!);
      const calls = place?.calls;
      if (calls !== undefined && this.#isPlainCall(request, calls)) {
        this.#call(calls, request, response, noHeaders);
      } else this.#inspect(request, response, place);
    } catch (error) {
      this.#responder.fail(response, error);
    }
  }

  /** Receives a request whose client waits for `100 Continue` before it sends the body. */
  receiveExpecting(request: IncomingMessage, response: ServerResponse): void {
    if (Number(request.headers["content-length"] ?? 0) <= this.#limits.bodyBytes) {
      sendContinue(response);
      this.receive(request, response);
    } else this.#tooLong(response, ["Connection", "close"]);
  }

  /**
   * Opens a WebSocket under the same rules; returns false where the path has no stream. Browsers let
   * any page open one, so the origin must be allowed.
   */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): boolean {
    const { origin, host } = request.headers;
    const target = this.#router.resolve(request.url!);
    if (this.#relay !== undefined) {
      this.#relay.upgrade(request, socket, head);
      return true;
    }
    const stream = target.place?.stream;
    if (stream === undefined) return false;
    const refuse = (status: number, text: string) => refuseUpgrade(socket, status, text);
    if (!this.#hostAllowed(target.host ?? host)) refuse(403, "invalid host specified\n");
    else if (origin !== undefined && this.#cors.headers(origin, "GET").length === 0) {
      refuse(403, "this origin is not allowed\n");
    } else if (this.stopping) refuse(503, "the node is stopping\n");
    else {
      const upgrade = { request, socket, head, headers: this.#responder.fixed };
      const query = new URLSearchParams(target.query);
      const refusal = this.resources.streams.openSocket(stream, upgrade, query);
      if (refusal !== undefined) refuse(refusal.status, refusal.text);
    }
    return true;
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
      void this.resources.get(place.get, query, response, more);
    } else if (place?.stream !== undefined) {
      this.resources.stream(place.stream, query, request, response, more);
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
    gatherBody(request, this.#limits.bodyBytes, (body) => {
      if (body === undefined) this.#tooLong(response, more);
      else this.#answer(calls, body, response, more);
    });
  }

  #answer(
    { service, metrics }: Calls,
    body: Buffer,
    response: ServerResponse,
    more: readonly string[],
  ): void {
    const begunMs = metrics.begin();
    try {
      const answer = this.#dispatcher.answer(service, body, new AskedOverHttp(response.req));
      if (answer instanceof Promise) {
        answer
          .then((settled) => this.#responder.answer(response, settled, this.#placed(more)))
          .catch((error) => this.#responder.fail(response, error))
          .finally(() => metrics.end(begunMs));
        return;
      }
      this.#responder.answer(response, answer, this.#placed(more));
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

  #tooLong(response: ServerResponse, more: readonly string[]): void {
    const text = `the body is longer than ${this.#limits.bodyBytes} bytes\n`;
    this.#responder.text(response, 413, text, more);
  }
}
