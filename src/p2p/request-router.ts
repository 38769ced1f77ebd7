import { type BytesKey, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import type { Environment } from "./environment.ts";
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

/** Requests that wait for a reply, by node, chain, number and kind of reply. Late and unsolicited replies match nothing. */
export class RequestRouter {
  readonly #environment: Environment;
  readonly #waiting = new Map<BytesKey, Map<string, Waiting>>();
  #lastID: number;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#lastID = Math.floor(environment.random() * 2 ** 31) * 2;
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
    return new Promise((resolve, reject) => {
      const cancel = this.#environment.after(timeoutMs, () => {
        this.#take(node, key)?.reject(new RequestError("timed out"));
      });
      const waiting: Waiting = {
        resolve: (body) => {
          cancel();
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
    for (const { reject } of ofNode?.values() ?? []) reject(new RequestError("disconnected"));
  }

  #take(node: BytesKey, key: string): Waiting | undefined {
    const ofNode = this.#waiting.get(node);
    const waiting = ofNode?.get(key);
    if (ofNode === undefined || waiting === undefined) return undefined;
    ofNode.delete(key);
    if (ofNode.size === 0) this.#waiting.delete(node);
    return waiting;
  }
}

function requestKey(chainID: Id, requestID: number, op: string): string {
  return `${requestID} ${op} ${keyOf(chainID)}`;
}
