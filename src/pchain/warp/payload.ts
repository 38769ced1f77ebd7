import type { Id } from "../../formats/bytes.ts";
import { bytes, id } from "../codec/primitives.ts";
import { kindStruct } from "../codec/struct.ts";
import { registerTypes, union } from "../codec/union.ts";
import { decodeVersioned, encodeVersioned } from "../codec/versioned.ts";
import { Rejection } from "../rejection.ts";
import { parsed } from "./message.ts";

type Hash = { readonly kind: "Hash"; readonly hash: Id };

/** A contract's call with the address of the contract. */
export type AddressedCall = {
  readonly kind: "AddressedCall";
  readonly sourceAddress: Uint8Array;
  readonly payload: Uint8Array;
};

const payloadBytesMax = 24 * 1024;
const payloadTypes = {
  Hash: { typeID: 0, goName: "payload.Hash" },
  AddressedCall: { typeID: 1, goName: "payload.AddressedCall" },
} as const;

const types = registerTypes(payloadTypes);

/** avalanchego vms/platformvm/warp/payload @ v1.12.1 */
const payload = union<Hash | AddressedCall>({
  interfaceName: "payload.Payload",
  types: payloadTypes,
  fields: {
    Hash: kindStruct<Hash>("Hash", { hash: id }),
    AddressedCall: kindStruct<AddressedCall>("AddressedCall", {
      sourceAddress: bytes,
      payload: bytes,
    }),
  },
});

/** Throws a Rejection for other bytes. */
export function parsePayload(input: Uint8Array): Hash | AddressedCall {
  return parsed(() => decodeVersioned(payload, input, { bytesMax: payloadBytesMax, types }));
}

/** Throws a Rejection for other bytes and for a payload of another type. */
export function parseAddressedCall(input: Uint8Array): AddressedCall {
  const value = parsePayload(input);
  if (value.kind !== "AddressedCall") throw new Rejection("wrong payload type: *payload.Hash");
  return value;
}

export function encodeAddressedCall(call: Omit<AddressedCall, "kind">): Uint8Array {
  return encodePayload({ kind: "AddressedCall", ...call });
}

export function encodePayload(value: Hash | AddressedCall): Uint8Array {
  return encodeVersioned(payload, value);
}
