import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusals } from "../json-rpc/description.ts";
import { excerpt } from "../json-rpc/errors.ts";
import type { StreamRoute } from "../streams/channel.ts";
import { Streams } from "../streams/streams.ts";
import { AskedOverHttp, malformedPair, readGoQuery } from "./incoming.ts";
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

  /** `inTurn` sends an answer of so many bytes when it is the client's turn again and there is room. */
  async get(
    { route, metrics }: NonNullable<Place["get"]>,
    query: string,
    response: ServerResponse,
    more: readonly string[],
    inTurn: (work: () => void, answerBytes: number) => void,
  ): Promise<void> {
    const malformed = this.#readsGoQueries ? undefined : malformedPair(query);
    if (malformed !== undefined) {
      const text = `query: expected percent-encoded UTF-8, got ${excerpt(malformed)}\n`;
      this.#responder.text(response, 400, text, more);
      return;
    }
    const params = this.#readsGoQueries ? readGoQuery(query) : new URLSearchParams(query);
    const begunMs = metrics.begin();
    try {
      const asked = new AskedOverHttp(response.req);
      const { status, contentType, body } = await route.answer(params, asked);
      // Many may have waited for the same answer.
      const send = () => this.#responder.page(response, status, contentType, body, more);
      inTurn(send, body.length);
    } catch (error) {
      this.#responder.fail(response, error);
    } finally {
      metrics.end(begunMs);
    }
  }

  /** Opens Server-Sent Events; WebSockets come through `Requests.upgrade`. */
  stream(
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
    const params = new URLSearchParams(query);
    const refusal = this.streams.openResponse(route, request, response, params, headers);
    if (refusal !== undefined) this.#responder.text(response, refusal.status, refusal.text, more);
  }

  async file(
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
    } catch (error) {
      this.#responder.fail(response, error);
    }
  }
}
