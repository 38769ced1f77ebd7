import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { type Message, MessageSchema } from "../generated/p2p_pb.ts";
import { ProtocolError } from "../protocol-error.ts";
import type { Decompressor } from "./decompress.ts";
import { encodeFrame, maxMessageBytes } from "./frames.ts";

type AnyBody = Message["body"];

/** A message by its name, such as `{ case: "ping", value: { uptimePercent: 100 } }`; undefined for those not known here. */
export type Body = Exclude<AnyBody, { case: "compressedZstd" } | { case: undefined }>;
export type Op = Body["case"];

/** AvalancheGo's name of a message. message/ops.go @ v1.14.2 */
export function opName(op: Op): string {
  if (op === "getPeerList") return "get_peerlist";
  if (op === "peerList") return "peerlist";
  return op.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

type Bodies = { readonly [One in Body as One["case"]]: One["value"] };
export type BodyOf<Name extends Op> = Bodies[Name];

/** A message to send: fields that are left out have their defaults. */
export type OutboundBody = Exclude<
  NonNullable<MessageInitShape<typeof MessageSchema>["body"]>,
  { case: "compressedZstd" } | { case?: undefined }
>;

/** A frame, never compressed: receivers accept both forms. Throws RangeError above 2 MiB. */
export function encodeMessage(body: OutboundBody): Uint8Array {
  return encodeFrame(toBinary(MessageSchema, create(MessageSchema, { body })));
}

/** The bytes are not a message. They are skipped: a newer version may have sent them. */
export class MalformedMessage extends Error {
  override readonly name = "MalformedMessage";
}

/**
 * The message of a frame. `undefined`: of a type that this node does not know. Throws MalformedMessage, and ProtocolError
 * for what does not decompress. `onDecompressed` gets the bytes that compression saved, and the milliseconds it took.
 * avalanchego message/messages.go unmarshal @ v1.14.2
 */
export function decodeMessage(
  bytes: Uint8Array,
  decompress: Decompressor,
  onDecompressed?: (compression: { readonly savedBytes: number; readonly tookMs: number }) => void,
): Body | undefined {
  const outer = parse(bytes);
  let inner = outer;
  if (outer.case === "compressedZstd") {
    const begunMs = performance.now();
    const decompressed = decompress(outer.value);
    inner = parse(decompressed);
    const savedBytes = decompressed.length - outer.value.length;
    onDecompressed?.({ savedBytes, tookMs: performance.now() - begunMs });
  }
  if (inner.case === "compressedZstd") throw new ProtocolError("message is compressed twice");
  return inner.case === undefined ? undefined : inner;
}

/** What a reply may be to each request. A request may also fail, with AppError or silence. */
export const replyOps = {
  getAcceptedFrontier: "acceptedFrontier",
  getAccepted: "accepted",
  getAncestors: "ancestors",
  get: "put",
  pushQuery: "chits",
  pullQuery: "chits",
  appRequest: "appResponse",
} as const satisfies Partial<Record<Op, Op>>;

export type RequestOp = keyof typeof replyOps;
export type ReplyOp = (typeof replyOps)[RequestOp];

function parse(bytes: Uint8Array): AnyBody {
  if (bytes.length > maxMessageBytes) throw new ProtocolError("message larger than 2 MiB");
  try {
    return fromBinary(MessageSchema, bytes, { readUnknownFields: false }).body;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MalformedMessage(reason);
  }
}
