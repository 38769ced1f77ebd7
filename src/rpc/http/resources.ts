import type { Refusals } from "../json-rpc/description.ts";
import { excerpt } from "../json-rpc/errors.ts";
import type { StreamRoute } from "../streams/channel.ts";
import { Streams } from "../streams/streams.ts";
import type { GetRequest } from "./description.ts";
import type { ServedFile } from "./files.ts";
import { malformedPair, readGoQuery } from "./incoming.ts";
import { endWithClient, type HttpReply } from "./reply.ts";
import type { Responder } from "./responder.ts";
import type { Place } from "./router.ts";

/** What a server serves outside JSON-RPC: GET routes, streams and files. */
export class Resources {
  readonly streams: Streams;
  readonly #responder: Responder;
  readonly #readsGoQueries: boolean;

  /** `readsGoQueries` drops malformed pairs of a query, as Go does, instead of refusing the query. */
  constructor(
    responder: Responder,
    readsGoQueries: boolean,
    streamsMax: number,
    refusals: Refusals,
  ) {
    this.streams = new Streams(streamsMax, refusals);
    this.#responder = responder;
    this.#readsGoQueries = readsGoQueries;
  }

  /** `send` takes what sends the answer, and its length, and calls it when it is admitted. */
  async get(
    { route, metrics }: NonNullable<Place["get"]>,
    { query, body: sent, post }: Pick<GetRequest, "body" | "post"> & { readonly query: string },
    reply: HttpReply,
    more: readonly string[],
    send: (part: () => void, answerBytes: number) => void,
  ): Promise<void> {
    const malformed = this.#readsGoQueries ? undefined : malformedPair(query);
    if (malformed !== undefined) {
      const problem = `query: expected percent-encoded UTF-8, got ${excerpt(malformed)}`;
      const own = route.malformedQuery?.(problem);
      if (own === undefined) this.#responder.text(reply, 400, `${problem}\n`, more);
      else this.#responder.page(reply, own.status, own.contentType, own.body, more);
      return;
    }
    const params = this.#readsGoQueries ? readGoQuery(query) : new URLSearchParams(query);
    const begunMs = metrics.begin();
    try {
      const { request } = reply;
      const answer = await route.answer(params, reply, {
        verb: request.method!,
        target: request.url!,
        headers: request.headers,
        body: sent,
        post,
      });
      const { status, contentType, body, headers = [] } = answer;
      const page = () =>
        this.#responder.page(reply, status, contentType, body, [...headers, ...more]);
      send(page, body.length);
    } catch (error) {
      this.#responder.fail(reply, error);
    } finally {
      metrics.end(begunMs);
    }
  }

  /** Opens Server-Sent Events; WebSockets come through `Requests.upgrade`. */
  stream(route: StreamRoute, query: string, reply: HttpReply, more: readonly string[]): void {
    const { method } = reply.request;
    if (method !== "GET") {
      const text = `GET method required, received ${method}\n`;
      this.#responder.text(reply, 405, text, ["Allow", "GET", ...more]);
      return;
    }
    const headers = [...this.#responder.fixed, ...more];
    const params = new URLSearchParams(query);
    const refusal = this.streams.openResponse(route, reply, params, headers);
    if (refusal !== undefined) this.#responder.text(reply, refusal.status, refusal.text, more);
    else endWithClient(reply);
  }

  async file(
    served: ServedFile,
    query: string,
    reply: HttpReply,
    more: readonly string[],
  ): Promise<void> {
    const { method, headers } = reply.request;
    try {
      const file = await served.answer({
        verb: method!,
        query: new URLSearchParams(query),
        acceptEncoding: headers["accept-encoding"]?.toString(),
        ifNoneMatch: headers["if-none-match"],
      });
      this.#responder.file(reply, file, more);
    } catch (error) {
      this.#responder.fail(reply, error);
    }
  }
}
