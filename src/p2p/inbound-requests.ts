import type { NodeId } from "../formats/bytes.ts";
import { type AppAnswer, appErrors, type ChainHandler } from "./chain-handler.ts";
import type { Environment } from "./environment.ts";
import { ProtocolError } from "./protocol-error.ts";
import type { Body, BodyOf, OutboundBody, RequestOp } from "./wire/messages.ts";

/** Where a request came from. */
export type Requester = {
  readonly nodeID: NodeId;
  readonly send: (body: OutboundBody) => boolean;
  readonly beginRequest: () => void;
  readonly endRequest: () => void;
};

type RequestBody = Extract<Body, { case: RequestOp }>;

/** Peers give us no more than this, whatever they ask for. avalanchego message/messages.go maxMessageTimeout @ v1.14.2 */
const deadlineMaxNs = 10_000_000_000n;

/** The DAG that the X-chain was. avalanchego p2p.proto, EngineType */
const dagEngine = 1;

export function isRequest(body: Body): body is RequestBody {
  return "deadline" in body.value;
}

/**
 * Passes a request to the handler of its chain. Sends nothing if there is no handler, no response, or the deadline has passed; the
 * deadline is a duration, and 0 or one that is negative in 64 bits has always passed. `onFault` gets what a handler throws;
 * `begin` and its result are called before and after the handler.
 */
export function answerRequest(
  request: RequestBody,
  handler: ChainHandler | undefined,
  from: Requester,
  environment: Environment,
  onFault: (error: unknown) => void,
  begin?: () => () => void,
): void {
  const { deadline } = request.value;
  if (deadline === 0n || deadline >= 2n ** 63n) return;
  if (handler === undefined && request.case !== "appRequest") return;
  const durationNs = deadline < deadlineMaxNs ? deadline : deadlineMaxNs;
  const expiresMs = environment.elapsedMs() + Number(durationNs / 1_000_000n);
  from.beginRequest();
  const end = begin?.();
  void reply(request, handler ?? {}, from.nodeID)
    .then((body) => {
      if (body !== undefined && environment.elapsedMs() <= expiresMs) from.send(body);
    })
    .catch((error: unknown) => {
      // A request that cannot be read is dropped, as AvalancheGo does.
      if (!(error instanceof ProtocolError)) onFault(error);
    })
    .finally(() => {
      from.endRequest();
      end?.();
    });
}

async function reply(
  { case: op, value }: RequestBody,
  handler: ChainHandler,
  from: NodeId,
): Promise<OutboundBody | undefined> {
  const head = { chainId: value.chainId, requestId: value.requestId };
  switch (op) {
    case "getAcceptedFrontier": {
      const containerId = await handler.acceptedFrontier?.(from);
      return containerId && { case: "acceptedFrontier", value: { ...head, containerId } };
    }
    case "getAccepted": {
      const ids = await handler.accepted?.(value.containerIds.map(checkedID), from);
      return ids && { case: "accepted", value: { ...head, containerIds: [...ids] } };
    }
    case "getAncestors": {
      const answer = value.engineType === dagEngine ? handler.vertices : handler.ancestors;
      const containers = await answer?.(checkedID(value.containerId), from);
      return containers && { case: "ancestors", value: { ...head, containers: [...containers] } };
    }
    case "get": {
      const container = await handler.container?.(checkedID(value.containerId), from);
      return container && { case: "put", value: { ...head, container } };
    }
    case "pushQuery":
      return chits(head, handler, { bytes: value.container }, value.requestedHeight, from);
    case "pullQuery": {
      const id = checkedID(value.containerId);
      return chits(head, handler, { id }, value.requestedHeight, from);
    }
    case "appRequest":
      return appReply(head, handler, value, from);
  }
}

type Head = { readonly chainId: Uint8Array; readonly requestId: number };

async function chits(
  head: Head,
  handler: ChainHandler,
  container: { readonly id: Uint8Array } | { readonly bytes: Uint8Array },
  requestedHeight: bigint,
  from: NodeId,
): Promise<OutboundBody | undefined> {
  const vote = await handler.chits?.({ container, requestedHeight }, from);
  if (vote === undefined) return undefined;
  const value = {
    ...head,
    preferredId: vote.preferredID,
    acceptedId: vote.acceptedID,
    preferredIdAtHeight: vote.preferredIDAtHeight,
    acceptedHeight: vote.acceptedHeight,
  };
  return { case: "chits", value };
}

async function appReply(
  head: Head,
  handler: ChainHandler,
  { appBytes }: BodyOf<"appRequest">,
  from: NodeId,
): Promise<OutboundBody | undefined> {
  const answer: AppAnswer | undefined =
    handler.appRequest === undefined
      ? appErrors.unregisteredHandler
      : await handler.appRequest(appBytes, from);
  if (answer === undefined) return undefined;
  if ("bytes" in answer) {
    return { case: "appResponse", value: { ...head, appBytes: answer.bytes } };
  }
  const { code, message } = answer;
  return { case: "appError", value: { ...head, errorCode: code, errorMessage: message } };
}

function checkedID(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== 32) throw new ProtocolError(`ID of ${bytes.length} bytes`);
  return bytes;
}
