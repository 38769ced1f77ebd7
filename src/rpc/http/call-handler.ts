import { type Answer, textOfAnswer } from "../json-rpc/answer.ts";
import { BatchItems } from "../json-rpc/dialect.ts";
import { Dispatcher } from "../json-rpc/dispatch.ts";
import { type CallBody, readCallBody } from "../json-rpc/quick-call.ts";
import type { ServedMethod } from "../json-rpc/service.ts";
import { type Grant, heavyWork, type Work } from "./admission.ts";
import { BatchReply } from "./batch-reply.ts";
import type { HttpReply } from "./http-reply.ts";
import { gatherBody, readPosition } from "./incoming.ts";
import type { PlainCall, PlainCalls } from "./plain-call.ts";
import type { Reply } from "./reply.ts";
import type { Calls } from "./router.ts";
import type { Serving } from "./serving.ts";

const heavyBytes = 16_384;
const openingBracket = 0x5b;

/** Answers calls: reads their bodies, and answers them when they are admitted. */
export class CallHandler {
  readonly #serving: Serving;
  readonly #plain: PlainCalls;
  readonly #dispatcher: Dispatcher;
  /** By method, and by the logarithm of the length. */
  readonly #works = new WeakMap<ServedMethod, Work[]>();

  constructor(serving: Serving, plain: PlainCalls) {
    this.#serving = serving;
    this.#plain = plain;
    const { description, limits, refusals } = serving;
    this.#dispatcher = new Dispatcher(description, limits, refusals);
  }

  /** Returns the plain call that begins what has arrived on a connection, if it can be answered as such. */
  readPlain(arrived: Buffer): PlainCall | undefined {
    if (this.#serving.responder.isStopping) return undefined;
    const call = this.#plain.read(arrived);
    if (call === undefined || this.isElsewhere()) return undefined;
    return this.unready(call.calls) === undefined ? call : undefined;
  }

  /** Whether the other process answers, because only it has the newest data. */
  isElsewhere(): boolean {
    const { relay, data } = this.#serving.description;
    return relay !== undefined && data.isElsewhere();
  }

  /** Why the calls of a path cannot be answered now. */
  unready({ service }: Calls): string | undefined {
    const { needs } = service.route;
    return needs === undefined ? undefined : this.#serving.description.data.unready(needs);
  }

  /**
   * The text of the response to a call that another request makes, when it is admitted for the same client. Rejects if the
   * client leaves before.
   */
  answerWithin(calls: Calls, text: string, reply: Reply): Promise<string> {
    const unready = this.unready(calls);
    if (unready !== undefined) return Promise.reject(new Error(unready));
    const { service, metrics } = calls;
    const body = readCallBody(Buffer.from(text));
    const { socket } = reply.client;
    return new Promise((resolve, reject) => {
      const leave = () => reject(new Error("the client has gone"));
      const begin = async (grant: Grant) => {
        socket.off("close", leave);
        const begunMs = metrics.begin();
        try {
          const answer = await grant.answer(() => this.#dispatcher.answer(service, body, reply));
          if (answer instanceof BatchItems) throw new Error("a batch cannot be made by a request");
          if (answer.unavailable !== undefined) throw new Error(answer.unavailable.text.trimEnd());
          resolve(await textOfAnswer(answer));
        } catch (error) {
          reject(error);
        } finally {
          metrics.end(begunMs);
        }
      };
      const refuse = () => {
        socket.off("close", leave);
        reject(new Error("the server is busy"));
      };
      if (socket.destroyed) {
        leave();
        return;
      }
      socket.once("close", leave);
      this.#serving.admission.run(reply.client, this.#workOf(calls, body), begin, refuse);
    });
  }

  /** Applies the rules of a JSON-RPC path: readiness, verb, content type. */
  admit(calls: Calls, reply: HttpReply): void {
    const { request } = reply;
    const verb = request.method!;
    const unready = this.unready(calls);
    const mediaType = (request.headers["content-type"] ?? "").split(";", 1)[0]!;
    const { isAuthorized } = calls.service.route;
    if (isAuthorized !== undefined && !isAuthorized(request.headers.authorization)) {
      const text = "expected the header Authorization: Bearer <token>\n";
      this.#serving.responder.text(reply, 401, text, ["WWW-Authenticate", "Bearer"]);
    } else if (unready !== undefined) this.#serving.responder.text(reply, 503, unready);
    else if (verb !== "POST") {
      const text = `rpc: POST method required, received ${verb}`;
      this.#serving.responder.bareText(reply, 405, text, ["Allow", "POST"]);
    } else if (mediaType.toLowerCase() !== "application/json") {
      this.#serving.responder.bareText(reply, 415, `rpc: unrecognized Content-Type: ${mediaType}`);
    } else this.#reach(calls, reply);
  }

  /** Waits until the data is as far as the client needs it. */
  #reach(calls: Calls, reply: HttpReply): void {
    const { description, responder } = this.#serving;
    const { minimumHeader = "" } = description.position ?? {};
    const wanted = reply.request.headers[minimumHeader];
    if (wanted === undefined) {
      this.handle(calls, reply);
      return;
    }
    const minimum = readPosition(wanted);
    if (minimum === undefined) {
      responder.text(reply, 400, `${minimumHeader}: expected a decimal number\n`);
      return;
    }
    const proceed = (isReached: boolean): void => {
      if (isReached) this.handle(calls, reply);
      else {
        const text = `this server has not reached ${minimum} yet: try again, or another server\n`;
        responder.text(reply, 503, text, responder.placed(["Retry-After", "1"]));
      }
    };
    const reached = description.data.reached(minimum);
    if (typeof reached === "boolean") proceed(reached);
    else reached.then(proceed).catch((error) => responder.fail(reply, error));
  }

  /** Reads the body of a call, and answers it. */
  handle(calls: Calls, reply: HttpReply): void {
    this.gather(reply, (body) => this.answer(body, calls, reply));
  }

  /** Reads a body within the limits and calls `done`, or refuses the request. */
  gather(reply: HttpReply, done: (body: Buffer) => void): void {
    const { limits, refusals, responder } = this.#serving;
    gatherBody(reply, limits.bodyBytes, (body) => {
      if (typeof body !== "string") done(body);
      else if (body === "no room") responder.busy(reply);
      else {
        refusals.bodies += 1;
        const own = reply.isExpecting ? ["Connection", "close"] : [];
        responder.text(reply, 413, `the body is longer than ${limits.bodyBytes} bytes\n`, own);
      }
    });
  }

  /** Answers a call when it is admitted. */
  answer(bytes: Buffer, calls: Calls, reply: Reply): void {
    const body = readCallBody(bytes);
    const begin = (grant: Grant) => this.#work(body, calls, reply, grant);
    const refuse = () => this.#serving.responder.busy(reply);
    this.#serving.admission.run(reply.client, this.#workOf(calls, body), begin, refuse);
  }

  /** What is known of a body before it is admitted. */
  #workOf({ service }: Calls, { bytes, call }: CallBody): Work {
    if (bytes.length > heavyBytes || bytes[0] === openingBracket) return heavyWork;
    if (call === undefined) return unknown;
    const method = service.methods.get(call.method);
    if (method === undefined) return absent;
    let ofMethod = this.#works.get(method);
    if (ofMethod === undefined) {
      ofMethod = [];
      this.#works.set(method, ofMethod);
    }
    const length = Math.clz32(bytes.length);
    ofMethod[length] ??= { kind: `${call.method} ${length}`, weight: "medium" };
    return ofMethod[length];
  }

  #work(body: CallBody, { service, metrics }: Calls, reply: Reply, grant: Grant): void {
    const begunMs = metrics.begin();
    const respond = (answer: Answer) => {
      try {
        this.#serving.responder.answer(reply, answer);
      } catch (error) {
        this.#serving.responder.fail(reply, error);
      }
    };
    let later: Promise<void> | undefined;
    try {
      const answer = grant.answer(() => this.#dispatcher.answer(service, body, reply));
      if (answer instanceof Promise) {
        later = answer.then((settled) => grant.inTurn(() => respond(settled)));
      } else if (answer instanceof BatchItems) {
        const parts = { ...this.#serving, dispatcher: this.#dispatcher, service, reply, grant };
        later = new BatchReply(answer, parts).run();
      } else respond(answer);
    } catch (error) {
      this.#serving.responder.fail(reply, error);
    }
    if (later === undefined) metrics.end(begunMs);
    else {
      later
        .catch((error) => this.#serving.responder.fail(reply, error))
        .finally(() => metrics.end(begunMs));
    }
  }
}

const unknown: Work = { kind: "", weight: "medium" };
const absent: Work = { kind: "a method that does not exist", weight: "medium" };
