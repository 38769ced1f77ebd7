import { parseHex } from "../formats/hex.ts";
import type { JsonValue } from "../formats/json.ts";
import { at, type JsonMembers, membersOf, textOf } from "../pchain/codec/json-form.ts";
import { bytes, fixedBytes, id, u32 } from "../pchain/codec/primitives.ts";
import { encodeL1Message, l1Message } from "../pchain/warp/l1-messages.ts";
import {
  encodeUnsignedMessage,
  encodeWarpMessage,
  type UnsignedMessage,
} from "../pchain/warp/message.ts";
import { encodePayload } from "../pchain/warp/payload.ts";

/** All functions throw FormatError. */

export function encodeWarp(json: JsonValue): Uint8Array {
  const members = membersOf(json);
  const signature = {
    kind: "BitSetSignature",
    signers: at("signers", () => bytes.fromJson(members["signers"] ?? null)),
    signature: at("signature", () => fixedBytes(96).fromJson(members["signature"] ?? null)),
  } as const;
  return encodeWarpMessage({ ...unsignedOf(members), signature });
}

export function encodeUnsignedWarp(json: JsonValue): Uint8Array {
  return encodeUnsignedMessage(unsignedOf(membersOf(json)));
}

export function encodeWarpPayload(json: JsonValue, kind: JsonValue | undefined): Uint8Array {
  return payloadBytes({ ...membersOf(json), kind: kind ?? null });
}

function unsignedOf(members: JsonMembers): UnsignedMessage {
  const { networkID = null, sourceChainID = null, payload = null } = members;
  return {
    networkID: at("networkID", () => u32.fromJson(networkID)),
    sourceChainID: at("sourceChainID", () => id.fromJson(sourceChainID)),
    payload: at("payload", () => payloadBytes(payload)),
  };
}

/** A payload is decoded, with its kind, or hexadecimal. */
function payloadBytes(json: JsonValue): Uint8Array {
  if (typeof json === "string") return parseHex(json);
  const { kind, validationID: _follows, ...members } = membersOf(json);
  if (kind === "Hash") {
    const hash = at("hash", () => id.fromJson(members["hash"] ?? null));
    return encodePayload({ kind, hash });
  }
  if (kind === "AddressedCall") {
    const { sourceAddress = null, payload = null } = members;
    return encodePayload({
      kind,
      sourceAddress: at("sourceAddress", () => parseHex(textOf(sourceAddress))),
      payload: at("payload", () => payloadBytes(payload)),
    });
  }
  const isRegistration = kind === "RegisterL1Validator";
  return encodeL1Message(l1Message.fromJson(isRegistration ? members : membersOfMessage(json)));
}

/** The validation ID of a registration follows from the message; other messages contain it. */
function membersOfMessage(json: JsonValue): JsonValue {
  const { kind: _follows, ...members } = membersOf(json);
  return members;
}
