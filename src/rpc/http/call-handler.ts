import { type Answer, textOfAnswer } from "../json-rpc/answer.ts";
import { Batch } from "../json-rpc/batch.ts";
import type { Limits, Refusals } from "../json-rpc/description.ts";
import { BatchItems } from "../json-rpc/dialect.ts";
import { Dispatcher } from "../json-rpc/dispatch.ts";
import { type CallBody, readCallBody } from "../json-rpc/quick-call.ts";
import type { ServedData } from "../json-rpc/served-data.ts";
import type { ServedMethod } from "../json-rpc/service.ts";
import { type Admission, type Grant, heavyWork, type Work } from "./admission.ts";
import { BatchReply } from "./batch-reply.ts";
import type { Description, PositionHeaders } from "./description.ts";
import { gatherBody, readPosition } from "./incoming.ts";
import type { PlainCall, PlainCalls } from "./plain-call.ts";
import type { HttpReply, Reply } from "./reply.ts";
import { occupiedBytes, type Responder } from "./responder.ts";
import type { Calls } from "./router.ts";

export type CallHandlerOptions = {
  readonly plain: PlainCalls;
  readonly responder: Responder;
  readonly admission: Admission;
  readonly limits: Limits;
  readonly refusals: Refusals;
};

const heavyBytes = 16_384;
const openingBracket = 0x5b;

/** Answers calls: reads their bodies, and answers them when they are admitted. */
export class CallHandler {
  readonly #options: CallHandlerOptions;
  readonly #responder: Responder;
  readonly #data: ServedData;
  readonly #position: PositionHeaders | undefined;
  readonly #dispatcher: Dispatcher;
  /** By method, and by the logarithm of the length. */
  readonly #works = new WeakMap<ServedMethod, Work[]>();

  constructor(description: Description, options: CallHandlerOptions) {
    this.#options = options;
    this.#responder = options.responder;
    this.#data = description.data;
    this.#position = description.position;
    this.#dispatcher = new Dispatcher(description, options.limits, options.refusals);
  }

  /** Returns the plain call that begins what has arrived on a connection, if it can be answered as such. */
  readPlain(arrived: Buffer): PlainCall | undefined {
    if (this.#responder.isStopping) return undefined;
    const call = this.#options.plain.read(arrived);
    return call === undefined || this.unready(call.calls) !== undefined ? undefined : call;
  }

  /** Why the calls of a path cannot be answered now. */
  unready({ service: { needs } }: Calls): string | undefined {
    return needs === undefined ? undefined : this.#data.unready(needs);
  }

  answerPlain({ calls, body }: PlainCall, reply: Reply): void {
    this.#answer(body, calls, reply);
  }

  /** The text of the response to a call that another request makes, when it is admitted for the same client. */
  answerWithin(calls: Calls, text: string, reply: Reply): Promise<string> {
    const unready = this.unready(calls);
    if (unready !== undefined) return Promise.reject(new Error(unready));
    const { service, metrics } = calls;
    const body = readCallBody(Buffer.from(text));
    return new Promise((resolve, reject) => {
      const begin = async (grant: Grant) => {
        const begunMs = metrics.begin();
        try {
          const given = grant.measure(() => this.#dispatcher.answer(service, body, reply));
          if (given instanceof Promise) grant.wait();
          const answer = await given;
          if (answer instanceof BatchItems) throw new Error("a batch cannot be made by a request");
          grant.answered(occupiedBytes(answer));
          resolve(await textOfAnswer(answer));
        } catch (error) {
          reject(error);
        } finally {
          metrics.end(begunMs);
        }
      };
      const refuse = () => reject(new Error("the server is busy"));
      this.#options.admission.run(reply.client, this.#workOf(calls, body), begin, refuse);
    });
  }

  /** Applies the rules of a JSON-RPC path: readiness, verb, content type. */
  admit(calls: Calls, reply: HttpReply): void {
    const { request } = reply;
    const verb = request.method!;
    const unready = this.unready(calls);
    const mediaType = (request.headers["content-type"] ?? "").split(";", 1)[0]!;
    const { isAuthorized } = calls.service;
    if (isAuthorized !== undefined && !isAuthorized(request.headers.authorization)) {
      const text = "expected the header Authorization: Bearer <token>\n";
      this.#responder.text(reply, 401, text, ["WWW-Authenticate", "Bearer"]);
    } else if (unready !== undefined) this.#responder.text(reply, 503, unready);
    else if (verb !== "POST") {
      const text = `rpc: POST method required, received ${verb}`;
      this.#responder.bareText(reply, 405, text, ["Allow", "POST"]);
    } else if (mediaType.toLowerCase() !== "application/json") {
      this.#responder.bareText(reply, 415, `rpc: unrecognized Content-Type: ${mediaType}`);
    } else this.#reach(calls, reply);
  }

  /** Waits until the data is as far as the client needs it. */
  #reach(calls: Calls, reply: HttpReply): void {
    const wanted = this.#position && reply.request.headers[this.#position.minimumHeader];
    if (wanted === undefined) {
      this.handle(calls, reply);
      return;
    }
    const minimum = readPosition(wanted);
    if (minimum === undefined) {
      const text = `${this.#position!.minimumHeader}: expected a decimal number\n`;
      this.#responder.text(reply, 400, text);
      return;
    }
    const proceed = (isReached: boolean): void => {
      if (isReached) this.handle(calls, reply);
      else {
        const text = `this server has not reached ${minimum} yet: try again, or another server\n`;
        this.#responder.text(reply, 503, text, this.#responder.placed(["Retry-After", "1"]));
      }
    };
    const reached = this.#data.reached(minimum);
    if (typeof reached === "boolean") proceed(reached);
    else reached.then(proceed).catch((error) => this.#responder.fail(reply, error));
  }

  /** Reads the body of a call, and answers it. */
  handle(calls: Calls, reply: HttpReply): void {
    this.gather(reply, (body) => this.#answer(body, calls, reply));
  }

  /** Reads a body within the limits and calls `done`, or refuses the request. */
  gather(reply: HttpReply, done: (body: Buffer) => void): void {
    gatherBody(reply, this.#options.limits.bodyBytes, (body) => {
      if (body === "too long") this.#tooLong(reply);
      else if (body === "no room") this.#responder.busy(reply);
      else done(body);
    });
  }

  /** Answers a call when it is admitted. */
  #answer(bytes: Buffer, calls: Calls, reply: Reply): void {
    const body = readCallBody(bytes);
    const begin = (grant: Grant) => this.#work(body, calls, reply, grant);
    const refuse = () => this.#responder.busy(reply);
    this.#options.admission.run(reply.client, this.#workOf(calls, body), begin, refuse);
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
    try {
      const answer = grant.measure(() => this.#dispatcher.answer(service, body, reply));
      if (answer instanceof Promise) {
        grant.wait();
        answer
          .then((settled) => {
            grant.answered(occupiedBytes(settled));
            grant.inTurn(() => this.#respond(reply, settled));
          })
          .catch((error) => this.#responder.fail(reply, error))
          .finally(() => metrics.end(begunMs));
        return;
      }
      if (answer instanceof BatchItems) {
        const batch = new Batch(this.#dispatcher, service, answer, reply);
        const { admission } = this.#options;
        const responder = this.#responder;
        const parts = { reply, grant, admission, responder, metrics, begunMs };
        new BatchReply(batch, parts).start();
        return;
      }
      grant.answered(occupiedBytes(answer));
      this.#responder.answer(reply, answer);
    } catch (error) {
      this.#responder.fail(reply, error);
    }
    metrics.end(begunMs);
  }

  #respond(reply: Reply, answer: Answer): void {
    try {
      this.#responder.answer(reply, answer);
    } catch (error) {
      this.#responder.fail(reply, error);
    }
  }

  #tooLong(reply: HttpReply): void {
    this.#options.refusals.bodies += 1;
    const text = `the body is longer than ${this.#options.limits.bodyBytes} bytes\n`;
    this.#responder.text(reply, 413, text, reply.isExpecting ? ["Connection", "close"] : []);
  }
}

const unknown: Work = { kind: "", weight: "medium" };
const absent: Work = { kind: "a method that does not exist", weight: "medium" };
