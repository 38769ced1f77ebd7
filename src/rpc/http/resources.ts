import type { IncomingMessage } from "node:http";
import { shapeOf } from "../../formats/json-scan.ts";
import { excerpt } from "../json-rpc/errors.ts";
import type { StreamRoute } from "../streams/channel.ts";
import { Streams } from "../streams/streams.ts";
import type { WebSockets } from "../streams/web-sockets.ts";
import { type Grant, heavyWork, type Work } from "./admission.ts";
import type { CallHandler } from "./call-handler.ts";
import type { Client } from "./client.ts";
import type { Connection } from "./connection.ts";
import type { GetAnswer, GetRoute } from "./description.ts";
import type { ServedFile } from "./files.ts";
import { endWithClient, type HttpReply } from "./http-reply.ts";
import { malformedPair, readGoQuery } from "./incoming.ts";
import { type Place, pathOf } from "./router.ts";
import type { Serving } from "./serving.ts";

/** Verbs whose requests may have a body that a route reads. */
const bodyVerbs: ReadonlySet<string> = new Set(["POST", "PATCH", "DELETE"]);
/** Of such a body: a route parses it as a whole, and objects with many names take long. */
const bodyBounds = { depthMax: 64, valuesMax: 65_536 };

const lengthOf = ({ body }: GetAnswer): number => body.length;

/** Answers requests outside JSON-RPC: for GET routes, streams and files. */
export class Resources {
  readonly streams: Streams;
  readonly #serving: Serving;
  readonly #calls: CallHandler;

  constructor(serving: Serving, calls: CallHandler) {
    this.#serving = serving;
    this.#calls = calls;
    this.streams = new Streams(serving.limits.streams, serving.refusals);
  }

  /** Answers a GET when it is admitted. */
  get(get: NonNullable<Place["get"]>, query: string, reply: HttpReply): void {
    const { admission, responder } = this.#serving;
    const { path, readsBodies, operationOf } = get.route;
    const { method: verb = "", url: target = "" } = reply.request;
    const operation = operationOf?.(verb, pathOf(target)) ?? "";
    const kind = `GET ${path} ${operation} ${Math.clz32(query.length)}`;
    const work: Work = { kind, weight: "page" };
    const run = (body: Buffer | undefined) => {
      const begin = (grant: Grant) => void this.#answer(get, query, body, reply, { work, grant });
      admission.run(reply.client, work, begin, () => responder.busy(reply));
    };
    if (readsBodies && bodyVerbs.has(verb)) this.#calls.gather(reply, run);
    else run(undefined);
  }

  async #answer(
    { route, metrics }: NonNullable<Place["get"]>,
    query: string,
    body: Buffer | undefined,
    reply: HttpReply,
    { work, grant }: { readonly work: Work; readonly grant: Grant },
  ): Promise<void> {
    const { admission, description, responder } = this.#serving;
    if (body !== undefined && shapeOf(body.toString("latin1"), bodyBounds) !== "ok") {
      this.#refuseShape(reply);
      return;
    }
    // Go drops malformed pairs of a query.
    const readsGoQueries = description.dialect === "gorilla";
    const malformed = readsGoQueries ? undefined : malformedPair(query);
    if (malformed !== undefined) {
      this.#refuseQuery(route, malformed, reply);
      return;
    }
    const begunMs = metrics.begin();
    try {
      const { method: verb = "", url: target = "", headers } = reply.request;
      const post = (path: string, text: string) => this.#post(path, text, reply);
      const params = readsGoQueries ? readGoQuery(query) : new URLSearchParams(query);
      const request = { verb, path: pathOf(target), headers, body, post };
      const given = grant.measure(() => route.answer(params, reply, request));
      if (!(given instanceof Promise)) {
        admission.costs.addAnswer(work.kind, given.body.length);
        responder.page(reply, given);
        return;
      }
      const answer = await (route.sharesAnswers ? given : grant.settle(given, lengthOf));
      admission.costs.addAnswer(work.kind, lengthOf(answer));
      // Many may have waited for theirs: each sends it when there is room for it.
      admission.run(
        reply.client,
        work,
        () => responder.page(reply, answer),
        () => responder.busy(reply),
      );
    } catch (error) {
      if (!reply.client.socket.destroyed) responder.fail(reply, error);
    } finally {
      metrics.end(begunMs);
    }
  }

  #refuseShape(reply: HttpReply): void {
    const { refusals, responder } = this.#serving;
    const { valuesMax, depthMax } = bodyBounds;
    refusals.bodies += 1;
    const text = `the body has more than ${valuesMax} values or ${depthMax} levels of nesting\n`;
    responder.text(reply, 413, text);
  }

  #refuseQuery({ malformedQuery }: GetRoute, malformed: string, reply: HttpReply): void {
    const problem = `query: expected percent-encoded UTF-8, got ${excerpt(malformed)}`;
    if (malformedQuery === undefined) this.#serving.responder.text(reply, 400, `${problem}\n`);
    else this.#serving.responder.page(reply, malformedQuery(problem));
  }

  async #post(path: string, text: string, reply: HttpReply): Promise<string> {
    const methods = this.#serving.router.exact(path)?.calls;
    if (methods === undefined) throw new Error(`there are no methods at ${path}`);
    return this.#calls.answerWithin(methods, text, reply);
  }

  /** Opens Server-Sent Events. */
  stream(route: StreamRoute, query: string, reply: HttpReply): void {
    this.#inTurn(reply.client, () => {
      const { method } = reply.request;
      if (method !== "GET") {
        const text = `GET method required, received ${method}\n`;
        this.#serving.responder.text(reply, 405, text, ["Allow", "GET"]);
        return;
      }
      const headers = [...this.#serving.responder.fixed, ...reply.headers];
      const params = new URLSearchParams(query);
      const refusal = this.streams.openResponse(route, reply, params, headers);
      if (refusal !== undefined) this.#serving.responder.text(reply, refusal.status, refusal.text);
      else endWithClient(reply);
    });
  }

  /** Opens a WebSocket. `head` is what has arrived after the request. */
  webSocket(
    route: StreamRoute,
    query: string,
    request: IncomingMessage,
    connection: Connection,
    head: Buffer,
  ): void {
    const { socket } = connection;
    const inTurn = (work: () => void) => this.#inTurn(connection, work);
    const upgrade = { request, socket, head, headers: this.#serving.responder.fixed, inTurn };
    const open = (webSockets: WebSockets) => {
      const params = new URLSearchParams(query);
      const refusal = this.streams.openSocket(route, webSockets, upgrade, params);
      if (refusal !== undefined) connection.refuse(refusal.status, refusal.text);
    };
    // Each client waits first and has its turn then: what follows a wait would run for all of a crowd at once.
    this.streams.webSockets().then(
      (webSockets) => inTurn(() => open(webSockets)),
      () => socket.destroy(),
    );
  }

  /** Works for a stream when it is its client's turn. */
  #inTurn(client: Client, work: () => void): void {
    this.#serving.admission.inTurn(client, heavyWork, () => {
      try {
        work();
      } catch {
        client.socket.destroy();
      }
    });
  }

  async file(served: ServedFile, query: string, reply: HttpReply): Promise<void> {
    const { responder } = this.#serving;
    try {
      responder.file(reply, await served.answer(reply, new URLSearchParams(query)));
    } catch (error) {
      responder.fail(reply, error);
    }
  }
}
