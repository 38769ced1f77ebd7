import type { IncomingMessage } from "node:http";
import type { Limits, Refusals } from "../json-rpc/description.ts";
import { type HostFilter, hostFilter } from "./access.ts";
import type { Admission, Work } from "./admission.ts";
import { CallHandler } from "./call-handler.ts";
import type { Client } from "./client.ts";
import type { Connection } from "./connection.ts";
import type { Description, PositionHeaders } from "./description.ts";
import { RefusedHosts } from "./host-refusal.ts";
import { wantsPage } from "./incoming.ts";
import { type HeadRefusal, refusalOfHead } from "./long-heads.ts";
import { PlainCalls } from "./plain-call.ts";
import type { Relay } from "./relay.ts";
import type { HttpReply } from "./reply.ts";
import { Resources } from "./resources.ts";
import { Responder } from "./responder.ts";
import type { Calls, Place, Router, Target } from "./router.ts";
import { asksForWebSocket, refuseUpgrade } from "./upgrade.ts";
import { isForOwnPages, WebPages } from "./web-pages.ts";

type RequestsOptions = {
  readonly admission: Admission;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly limits: Limits;
  readonly refusals: Refusals;
};

const noHeaders: readonly string[] = [];

/** Opening a stream: a crowd may open theirs at the same time. */
const opening: Work = { kind: "", size: "heavy" };

/** Verbs whose requests may have a body that a route reads. */
const bodyVerbs: ReadonlySet<string> = new Set(["POST", "PATCH", "DELETE"]);

/** Takes each HTTP request through the rules of the server to its method or resource. */
export class Requests {
  readonly resources: Resources;
  readonly calls: CallHandler;
  readonly responder: Responder;
  readonly #admission: Admission;
  readonly #router: Router;
  readonly #pages: WebPages;
  readonly #hostAllowed: HostFilter;
  readonly #refusedHosts: RefusedHosts;
  readonly #isGorilla: boolean;
  readonly #position: PositionHeaders | undefined;
  readonly #relay: Relay | undefined;

  constructor(description: Description, router: Router, options: RequestsOptions) {
    this.#router = router;
    this.#admission = options.admission;
    this.responder = new Responder(description, options.admission.budget);
    this.#pages = new WebPages(options.allowedOrigins, router);
    this.#hostAllowed = hostFilter(options.allowedHosts);
    this.#refusedHosts = new RefusedHosts(description);
    this.calls = new CallHandler(description, {
      ...options,
      plain: new PlainCalls(router, this.#hostAllowed, options.limits.bodyBytes),
      responder: this.responder,
      pages: this.#pages,
    });
    this.#isGorilla = description.dialect === "gorilla";
    this.resources = new Resources(
      this.responder,
      this.#isGorilla,
      options.limits.streams,
      options.refusals,
    );
    this.#position = description.position;
    this.#relay = description.relay;
  }

  /** Answers a request that node:http has read the head of. */
  receive(reply: HttpReply): void {
    try {
      const refusal = this.#refusalOf(reply.request);
      if (refusal !== undefined) {
        this.responder.text(reply, refusal.status, refusal.text, ["Connection", "close"]);
        return;
      }
      const place = this.#router.exact(reply.request.url!);
      const calls = place?.calls;
      if (calls !== undefined && this.#isPlainCall(reply.request, calls)) {
        this.calls.handle(calls, reply, noHeaders);
      } else this.#inspect(reply, place);
    } catch (error) {
      this.responder.fail(reply, error);
    }
  }

  #refusalOf(request: IncomingMessage): HeadRefusal | undefined {
    return refusalOfHead(request, this.#position?.minimumHeader);
  }

  /**
   * Opens a WebSocket under the same rules; returns false where the path has no stream. Browsers let any page open one, so the
   * origin must be allowed.
   */
  upgrade(request: IncomingMessage, connection: Connection): boolean {
    if (!asksForWebSocket(request)) return false;
    const { socket } = connection;
    if (this.#relay !== undefined) {
      this.#relay.upgrade(request, socket, connection.release());
      return true;
    }
    const target = this.#router.resolve(request.url!);
    const stream = target.place?.stream;
    if (stream === undefined) return false;
    const head = connection.release();
    const refuse = (status: number, text: string) => refuseUpgrade(socket, status, text);
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) refuse(refusal.status, refusal.text);
    else if (!this.#hostAllowed(target.host ?? request.headers.host))
      refuse(403, this.#refusedHosts.refuse(target.host ?? request.headers.host!));
    else if (this.#pages.isRefused(request)) refuse(403, "this origin is not allowed\n");
    else if (this.responder.isStopping) refuse(503, "the node is stopping\n");
    else {
      const inTurn = (work: () => void) => this.#inTurn(connection, work);
      const upgrade = { request, socket, head, headers: this.responder.fixed, inTurn };
      const query = new URLSearchParams(target.query);
      inTurn(() => {
        const refusal = this.resources.streams.openSocket(stream, upgrade, query);
        if (refusal !== undefined) refuse(refusal.status, refusal.text);
      });
    }
    return true;
  }

  /** Opens a stream when it is its turn. */
  #inTurn(connection: Client, open: () => void): void {
    this.#admission.inTurn(connection, opening, () => {
      try {
        open();
      } catch {
        connection.socket.destroy();
      }
    });
  }

  /** Whether a request needs none of the other rules, as most do. */
  #isPlainCall(request: IncomingMessage, calls: Calls): boolean {
    if (request.method !== "POST" || this.responder.isStopping) return false;
    const { headers } = request;
    return (
      headers["content-type"] === "application/json" &&
      calls.service.isAuthorized === undefined &&
      headers.origin === undefined &&
      (this.#position === undefined || headers[this.#position.minimumHeader] === undefined) &&
      this.#hostAllowed(headers.host) &&
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
    if (verb === "OPTIONS" && url === "*") {
      this.responder.empty(reply, 200, this.responder.closing);
      return;
    }
    if (verb === "OPTIONS" && wanted !== undefined && wanted !== "") {
      const more = [...this.#pages.preflight(request, wanted), ...this.responder.closing];
      this.responder.preflight(reply, more);
      return;
    }
    const more = [...this.#pages.headers(request, verb), ...this.responder.closing];
    const target: Target =
      exact === undefined ? this.#router.resolve(url) : { kind: "place", place: exact, query: "" };
    if (target.kind === "malformed") {
      this.responder.text(reply, 400, "400 Bad Request", more);
    } else if (!this.#hostAllowed(target.host ?? headers.host)) {
      const text = this.#refusedHosts.refuse(target.host ?? headers.host!);
      this.responder.text(reply, 403, text, more);
    } else if (target.kind === "moved") {
      this.responder.empty(reply, 301, ["Location", target.location!, ...more]);
    } else if (isForOwnPages(target.place, verb) && this.#pages.isForeign(request)) {
      this.responder.forbid(reply, "this path");
    } else this.#visit(target, reply, more);
  }

  /** Sends a request to what its path serves. */
  #visit({ place, query }: Target, reply: HttpReply, more: readonly string[]): void {
    const { request } = reply;
    const calls = place?.calls;
    const passesOn = place?.get === undefined && (calls === undefined || request.method === "GET");
    if (this.#relay !== undefined && passesOn) {
      this.#relay.pass(reply);
    } else if (place?.get !== undefined && (request.method === "GET" || calls === undefined)) {
      this.#get(place.get, query, reply, more);
    } else if (place?.stream !== undefined) {
      const { stream } = place;
      this.#inTurn(reply.client, () => this.resources.stream(stream, query, reply, more));
    } else if (place?.file !== undefined) {
      void this.resources.file(place.file, query, reply, more);
    } else if (place?.movedTo !== undefined && wantsPage(request)) {
      const location = query === "" ? place.movedTo : `${place.movedTo}?${query}`;
      this.responder.empty(reply, 302, ["Location", location, ...more]);
    } else if (calls === undefined && place?.absent !== undefined && this.#answersJson(request)) {
      this.responder.absent(reply, place.absent, more);
    } else if (calls === undefined) {
      const cause = place?.disabled ?? place?.absent;
      const reason = cause === undefined ? "" : `${cause}\n`;
      this.responder.text(reply, 404, `404 page not found\n${reason}`, more);
    } else this.calls.admit(calls, reply, more);
  }

  /** Whether the client reads errors of JSON-RPC: those of gorilla/rpc read AvalancheGo's text. */
  #answersJson({ method }: IncomingMessage): boolean {
    return method === "POST" && !this.#isGorilla;
  }

  /** Answers a GET when it is admitted. */
  #get(
    get: NonNullable<Place["get"]>,
    query: string,
    reply: HttpReply,
    more: readonly string[],
  ): void {
    const kind = `GET ${get.route.path} ${Math.clz32(query.length)}`;
    const work: Work = { kind, size: "page" };
    const refuse = () => this.responder.busy(reply, more);
    // Many may have waited for the same answer: each sends it when there is room for it.
    const send = (part: () => void, bytes: number) => {
      this.#admission.costs.addAnswer(kind, bytes);
      this.#admission.run(reply.client, work, (grant) => grant.measure(part), refuse);
    };
    const post = (path: string, text: string) => {
      const calls = this.#router.exact(path)?.calls;
      if (calls === undefined) return Promise.reject(new Error(`there are no methods at ${path}`));
      return this.calls.answerWithin(calls, text, reply);
    };
    const run = (body: Buffer | undefined) => {
      const begin = () => void this.resources.get(get, { query, body, post }, reply, more, send);
      this.#admission.run(reply.client, work, begin, refuse);
    };
    if (get.route.readsBodies && bodyVerbs.has(reply.request.method ?? "")) {
      this.calls.gather(reply, more, run);
    } else run(undefined);
  }
}
