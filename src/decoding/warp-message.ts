import { sha256 } from "../crypto/hash.ts";
import { formatHex } from "../formats/hex.ts";
import { formatId } from "../formats/id.ts";
import type { JsonValue } from "../formats/json.ts";
import { Rejection } from "../pchain/rejection.ts";
import { l1Message, parseAnyL1Message } from "../pchain/warp/l1-messages.ts";
import {
  parseUnsignedMessage,
  parseWarpMessage,
  type UnsignedMessage,
} from "../pchain/warp/message.ts";
import { parsePayload } from "../pchain/warp/payload.ts";
import type { Reading } from "./reading.ts";

type Members = { readonly [name: string]: JsonValue };

/** A signed message. Throws Rejection. */
export function readWarpMessage(bytes: Uint8Array): Omit<Reading, "type"> {
  const message = parseWarpMessage(bytes);
  const { signers, signature } = message.signature;
  return {
    id: formatId(sha256(message.unsignedBytes)),
    value: {
      ...unsignedMembers(message),
      signers: formatHex(signers),
      signature: formatHex(signature),
    },
  };
}

/** Throws Rejection. */
export function readUnsignedWarpMessage(bytes: Uint8Array): Omit<Reading, "type"> {
  return { id: formatId(sha256(bytes)), value: unsignedMembers(parseUnsignedMessage(bytes)) };
}

/** The payload of a warp message alone. */
export function readWarpPayload(bytes: Uint8Array): Omit<Reading, "type"> | undefined {
  const members = payloadMembers(bytes);
  if (members === undefined) return undefined;
  const { kind, ...value } = members;
  return { kind: kind as string, value };
}

/** A message between the P-chain and the manager of an L1 alone. Throws Rejection. */
export function readL1Message(bytes: Uint8Array): Omit<Reading, "type"> {
  const { kind, ...value } = l1Members(bytes);
  return { kind: kind as string, value };
}

function unsignedMembers({ networkID, sourceChainID, payload }: UnsignedMessage): Members {
  return {
    networkID,
    sourceChainID: formatId(sourceChainID),
    payload: payloadMembers(payload) ?? formatHex(payload),
  };
}

function payloadMembers(bytes: Uint8Array): Members | undefined {
  const payload = orNone(() => parsePayload(bytes));
  if (payload === undefined) return undefined;
  if (payload.kind === "Hash") return { kind: payload.kind, hash: formatId(payload.hash) };
  return {
    kind: payload.kind,
    sourceAddress: formatHex(payload.sourceAddress),
    payload: orNone(() => l1Members(payload.payload)) ?? formatHex(payload.payload),
  };
}

function l1Members(bytes: Uint8Array): Members {
  const message = parseAnyL1Message(bytes);
  // The messages of L1s contain no bech32 addresses.
  const members = l1Message.toJson(message, { hrp: "" }) as Members;
  const isRegistration = message.kind === "RegisterL1Validator";
  return {
    kind: message.kind,
    ...(isRegistration ? { validationID: formatId(sha256(bytes)) } : {}),
    ...members,
  };
}

function orNone<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Rejection) return undefined;
    throw error;
  }
}
