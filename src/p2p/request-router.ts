import { type BytesKey, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import type { Environment } from "./environment.ts";
import { HalfLifeAverage } from "./half-life-average.ts";
import type { Body, BodyOf, ReplyOp } from "./wire/messages.ts";

/** Why a request brought no answer. */
export type RequestFailure =
  | "not connected"
  | "busy"
  | "dropped"
  | "timed out"
  | "disconnected"
  | "refused";

/** A request failed; `refused` carries the peer's AppError. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly failure: RequestFailure;
  readonly code: number | undefined;

  constructor(failure: RequestFailure, message: string = failure, code?: number) {
    super(message);
    this.failure = failure;
    this.code = code;
  }
}

type Waiting = {
  readonly resolve: (body: Body) => void;
  readonly reject: (error: RequestError) => void;
};

/** avalanchego config, network-timeout-halflife */
const latencyHalfLifeMs = 300_000;

/** Requests that wait for a reply, by node, chain, number and kind of reply. Late and unsolicited replies match nothing. */
export class RequestRouter {
  readonly #environment: Environment;
  readonly #waiting = new Map<BytesKey, Map<string, Waiting>>();
  readonly #latency: HalfLifeAverage;
  #lastID: number;
  /** Requests that wait. */
  outstanding = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#latency = new HalfLifeAverage(latencyHalfLifeMs, environment.elapsedMs);
    this.#lastID = Math.floor(environment.random() * 2 ** 31) * 2;
  }

  /** How long peers take to answer; a request that nobody answers counts with its whole time. */
  get averageLatencyMs(): number {
    return this.#latency.value;
  }

  /** Even for the engine's requests, odd for AppRequests, as AvalancheGo has them. */
  nextID(isApp: boolean): number {
    this.#lastID = (this.#lastID + 2) % 2 ** 32;
    return this.#lastID + Number(isApp);
  }

  /** The reply. Rejects with RequestError. */
  expect<Name extends ReplyOp>(
    nodeID: NodeId,
    chainID: Id,
    requestID: number,
    op: Name,
    timeoutMs: number,
  ): Promise<BodyOf<Name>> {
    const key = requestKey(chainID, requestID, op);
    const node = keyOf(nodeID);
    const begunMs = this.#environment.elapsedMs();
    this.outstanding += 1;
    return new Promise((resolve, reject) => {
      const cancel = this.#environment.after(timeoutMs, () => {
        this.#latency.observe(timeoutMs);
        this.#take(node, key)?.reject(new RequestError("timed out"));
      });
      const waiting: Waiting = {
        resolve: (body) => {
          cancel();
          this.#latency.observe(this.#environment.elapsedMs() - begunMs);
          resolve(body.value as BodyOf<Name>);
        },
        reject: (error) => {
          cancel();
          reject(error);
        },
      };
      const ofNode = this.#waiting.get(node) ?? new Map<string, Waiting>();
      this.#waiting.set(node, ofNode.set(key, waiting));
    });
  }

  /** Hands a reply to the request it belongs to; false if there is none. */
  settle(nodeID: NodeId, body: Body): boolean {
    if (!("requestId" in body.value)) return false;
    const { chainId, requestId } = body.value;
    const op = body.case === "appError" ? "appResponse" : body.case;
    const waiting = this.#take(keyOf(nodeID), requestKey(chainId, requestId, op));
    if (waiting === undefined) return false;
    if (body.case === "appError") {
      const { errorCode, errorMessage } = body.value;
      waiting.reject(new RequestError("refused", errorMessage, errorCode));
    } else waiting.resolve(body);
    return true;
  }

  /** Fails one request before its time. */
  fail(nodeID: NodeId, chainID: Id, requestID: number, op: ReplyOp, failure: RequestFailure): void {
    this.#take(keyOf(nodeID), requestKey(chainID, requestID, op))?.reject(
      new RequestError(failure),
    );
  }

  /** Fails all requests to a node that is gone. */
  failAll(nodeID: NodeId): void {
    const ofNode = this.#waiting.get(keyOf(nodeID));
    this.#waiting.delete(keyOf(nodeID));
    this.outstanding -= ofNode?.size ?? 0;
    for (const { reject } of ofNode?.values() ?? []) reject(new RequestError("disconnected"));
  }

  #take(node: BytesKey, key: string): Waiting | undefined {
    const ofNode = this.#waiting.get(node);
    const waiting = ofNode?.get(key);
    if (ofNode === undefined || waiting === undefined) return undefined;
    ofNode.delete(key);
    this.outstanding -= 1;
    if (ofNode.size === 0) this.#waiting.delete(node);
    return waiting;
  }
}

function requestKey(chainID: Id, requestID: number, op: string): string {
  return `${requestID} ${op} ${keyOf(chainID)}`;
}
