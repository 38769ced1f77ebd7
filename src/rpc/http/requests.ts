import type { IncomingMessage } from "node:http";
import { CallHandler } from "./call-handler.ts";
import type { Connection } from "./connection.ts";
import type { Description } from "./description.ts";
import { AllowedHosts } from "./hosts.ts";
import type { HttpReply } from "./http-reply.ts";
import { wantsPage } from "./incoming.ts";
import { refusalOfHead } from "./long-heads.ts";
import { PlainCalls } from "./plain-call.ts";
import { statusText } from "./reply.ts";
import { Resources } from "./resources.ts";
import type { Responder } from "./responder.ts";
import type { Calls, Place, Router, Target } from "./router.ts";
import type { Serving } from "./serving.ts";
import { asksForWebSocket } from "./upgrade.ts";
import { isForOwnPages, WebPages } from "./web-pages.ts";

type RequestsOptions = {
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
};

/** Takes each HTTP request through the rules of the server to its method or resource. */
export class Requests {
  readonly resources: Resources;
  readonly calls: CallHandler;
  readonly #description: Description;
  readonly #router: Router;
  readonly #responder: Responder;
  readonly #pages: WebPages;
  readonly #hosts: AllowedHosts;

  constructor(serving: Serving, options: RequestsOptions) {
    const { description, router, responder, limits } = serving;
    this.#description = description;
    this.#router = router;
    this.#responder = responder;
    this.#pages = new WebPages(options.allowedOrigins, router);
    this.#hosts = new AllowedHosts(options.allowedHosts, description);
    this.calls = new CallHandler(serving, new PlainCalls(router, this.#hosts, limits.bodyBytes));
    this.resources = new Resources(serving, this.calls);
  }

  /** Answers a request that node:http has read the head of. */
  receive(reply: HttpReply): void {
    try {
      const status = this.#refusalOf(reply.request);
      const place = this.#router.exact(reply.request.url!);
      const calls = place?.calls;
      if (status !== undefined) {
        this.#responder.text(reply, status, statusText(status), ["Connection", "close"]);
      } else if (calls !== undefined && this.#isPlainCall(reply.request, calls)) {
        this.calls.handle(calls, reply);
      } else this.#inspect(reply, place);
    } catch (error) {
      this.#responder.fail(reply, error);
    }
  }

  #refusalOf(request: IncomingMessage): 400 | 431 | undefined {
    return refusalOfHead(request, this.#description.position?.minimumHeader);
  }

  /**
   * Opens a WebSocket under the same rules; returns false where the path has no stream. Browsers let any page open one, so the
   * origin must be allowed.
   */
  upgrade(request: IncomingMessage, connection: Connection): boolean {
    if (!asksForWebSocket(request)) return false;
    const { relay } = this.#description;
    if (relay !== undefined) {
      relay.upgrade(request, connection.socket, connection.release());
      return true;
    }
    const { place, host = request.headers.host, query } = this.#router.resolve(request.url!);
    if (place?.stream === undefined) return false;
    const head = connection.release();
    const status = this.#refusalOf(request);
    if (status !== undefined) connection.refuse(status);
    else if (!this.#hosts.has(host)) connection.refuse(403, this.#hosts.refuse(host!));
    else if (this.#pages.isRefused(request)) connection.refuse(403, "this origin is not allowed\n");
    else if (this.#responder.isStopping) connection.refuse(503, "the node is stopping\n");
    else this.resources.webSocket(place.stream, query, request, connection, head);
    return true;
  }

  /** Whether a request needs none of the other rules, as most do: they would cost some microseconds. */
  #isPlainCall(request: IncomingMessage, calls: Calls): boolean {
    if (request.method !== "POST" || this.#responder.isStopping) return false;
    const { headers } = request;
    const { position } = this.#description;
    return (
      headers["content-type"] === "application/json" &&
      calls.service.route.isAuthorized === undefined &&
      headers.origin === undefined &&
      (position === undefined || headers[position.minimumHeader] === undefined) &&
      this.#hosts.has(headers.host) &&
      !this.calls.isElsewhere() &&
      this.calls.unready(calls) === undefined
    );
  }

  /** Applies the rules that come before the path: preflight, host, clean path. */
  #inspect(reply: HttpReply, exact: Place | undefined): void {
    const { request } = reply;
    const { headers } = request;
    const url = request.url!;
    const verb = request.method!;
    const wanted = headers["access-control-request-method"];
    const { closing } = this.#responder;
    if (verb === "OPTIONS" && url === "*") {
      this.#responder.empty(reply, 200, closing);
      return;
    }
    if (verb === "OPTIONS" && wanted !== undefined && wanted !== "") {
      reply.headers = [...this.#pages.preflight(request, wanted), ...closing];
      this.#responder.preflight(reply);
      return;
    }
    reply.headers = [...this.#pages.headers(request, verb), ...closing];
    const target: Target =
      exact === undefined ? this.#router.resolve(url) : { kind: "place", place: exact, query: "" };
    const { host = headers.host } = target;
    if (target.kind === "malformed") this.#responder.text(reply, 400, statusText(400));
    else if (!this.#hosts.has(host)) {
      this.#responder.text(reply, 403, this.#hosts.refuse(host!));
    } else if (target.kind === "moved") {
      this.#responder.empty(reply, 301, ["Location", target.location!]);
    } else if (this.#pages.isForeign(request) && isForOwnPages(target.place, verb)) {
      this.#responder.forbid(reply, "this path");
    } else this.#visit(target, reply);
  }

  /** Sends a request to what its path serves. */
  #visit({ place, query }: Target, reply: HttpReply): void {
    const { request } = reply;
    const { relay, dialect } = this.#description;
    const calls = place?.calls;
    const isGet = request.method === "GET" || calls === undefined;
    const isRelayed = (place?.get === undefined && isGet) || this.calls.isElsewhere();
    if (relay !== undefined && isRelayed) relay.pass(reply);
    else if (place?.get !== undefined && isGet) this.resources.get(place.get, query, reply);
    else if (place?.stream !== undefined) this.resources.stream(place.stream, query, reply);
    else if (place?.file !== undefined) void this.resources.file(place.file, query, reply);
    else if (place?.movedTo !== undefined && wantsPage(request)) {
      const location = query === "" ? place.movedTo : `${place.movedTo}?${query}`;
      this.#responder.empty(reply, 302, ["Location", location]);
    } else if (calls !== undefined) {
      reply.isForeignPage = this.#pages.isForeign(request);
      this.calls.admit(calls, reply);
    }
    // Clients of gorilla/rpc read AvalancheGo's text; others read errors of JSON-RPC.
    else if (place?.absent !== undefined && request.method === "POST" && dialect !== "gorilla") {
      this.#responder.absent(reply, place.absent);
    } else {
      const cause = place?.disabled ?? place?.absent;
      const reason = cause === undefined ? "" : `${cause}\n`;
      this.#responder.text(reply, 404, `404 page not found\n${reason}`);
    }
  }
}
