import { sha256 } from "../../crypto/hash.ts";
import { type Id, isZero } from "../../formats/bytes.ts";
import { bool, bytes, fixedBytes, id, u64 } from "../codec/primitives.ts";
import { kindStruct, slice, struct } from "../codec/struct.ts";
import { registerTypes, union } from "../codec/union.ts";
import { decodeVersioned, encodeVersioned } from "../codec/versioned.ts";
import { type PChainOwner, pChainOwner } from "../components/owners.ts";
import { verifyNodeIDLength, verifyOwners } from "../components/verify.ts";
import { Rejection, within } from "../rejection.ts";
import { maxUint64 } from "../uint64.ts";
import { parsed } from "./message.ts";

type SubnetToL1Conversion = { readonly kind: "SubnetToL1Conversion"; readonly id: Id };

/** The manager of an L1 asks for a validator. Its sha256 is the validation ID. */
export type RegisterL1Validator = {
  readonly kind: "RegisterL1Validator";
  readonly subnetID: Id;
  readonly nodeID: Uint8Array;
  readonly blsPublicKey: Uint8Array;
  /** Unix seconds after which the message may not be used. */
  readonly expiry: bigint;
  readonly remainingBalanceOwner: PChainOwner;
  readonly disableOwner: PChainOwner;
  readonly weight: bigint;
};

type L1ValidatorRegistration = {
  readonly kind: "L1ValidatorRegistration";
  readonly validationID: Id;
  readonly registered: boolean;
};

/** The manager of an L1 sets a validator's weight. */
export type L1ValidatorWeight = {
  readonly kind: "L1ValidatorWeight";
  readonly validationID: Id;
  readonly nonce: bigint;
  readonly weight: bigint;
};

type L1Message =
  | SubnetToL1Conversion
  | RegisterL1Validator
  | L1ValidatorRegistration
  | L1ValidatorWeight;

const messageTypes = {
  SubnetToL1Conversion: { typeID: 0, goName: "message.SubnetToL1Conversion" },
  RegisterL1Validator: { typeID: 1, goName: "message.RegisterL1Validator" },
  L1ValidatorRegistration: { typeID: 2, goName: "message.L1ValidatorRegistration" },
  L1ValidatorWeight: { typeID: 3, goName: "message.L1ValidatorWeight" },
} as const;

const types = registerTypes(messageTypes);

/** avalanchego vms/platformvm/warp/message @ v1.12.1 */
export const l1Message = union<L1Message>({
  interfaceName: "message.Payload",
  types: messageTypes,
  fields: {
    SubnetToL1Conversion: kindStruct<SubnetToL1Conversion>("SubnetToL1Conversion", { id }),
    RegisterL1Validator: kindStruct<RegisterL1Validator>("RegisterL1Validator", {
      subnetID: id,
      nodeID: bytes,
      blsPublicKey: fixedBytes(48),
      expiry: u64,
      remainingBalanceOwner: pChainOwner,
      disableOwner: pChainOwner,
      weight: u64,
    }),
    L1ValidatorRegistration: kindStruct<L1ValidatorRegistration>("L1ValidatorRegistration", {
      validationID: id,
      registered: bool,
    }),
    L1ValidatorWeight: kindStruct<L1ValidatorWeight>("L1ValidatorWeight", {
      validationID: id,
      nonce: u64,
      weight: u64,
    }),
  },
});

/** Parses and verifies; throws a Rejection. */
export function parseRegisterL1Validator(
  input: Uint8Array,
): RegisterL1Validator & { readonly validationID: Id } {
  const message = parseL1Message(input, "RegisterL1Validator");
  if (isZero(message.subnetID)) throw new Rejection("invalid subnet ID");
  if (message.weight === 0n) throw new Rejection("invalid weight");
  within("invalid node ID", () => verifyNodeIDLength(message.nodeID));
  if (isZero(message.nodeID)) {
    throw new Rejection("invalid node ID: empty nodeID is disallowed");
  }
  within("invalid owner", () => {
    verifyOwners(message.remainingBalanceOwner);
    verifyOwners(message.disableOwner);
  });
  return { ...message, validationID: sha256(input) };
}

/** Parses and verifies; throws a Rejection. */
export function parseL1ValidatorWeight(input: Uint8Array): L1ValidatorWeight {
  const message = parseL1Message(input, "L1ValidatorWeight");
  if (message.nonce === maxUint64 && message.weight !== 0n) {
    throw new Rejection("maxUint64 nonce is reserved for removal");
  }
  return message;
}

export function encodeL1Message(message: L1Message): Uint8Array {
  return encodeVersioned(l1Message, message);
}

/** The data of a conversion; its sha256 is the conversion ID. */
export type SubnetToL1ConversionData = {
  readonly subnetID: Id;
  readonly managerChainID: Id;
  readonly managerAddress: Uint8Array;
  readonly validators: readonly ConversionValidator[];
};

type ConversionValidator = {
  readonly nodeID: Uint8Array;
  readonly blsPublicKey: Uint8Array;
  readonly weight: bigint;
};

const conversionData = struct<SubnetToL1ConversionData>({
  subnetID: id,
  managerChainID: id,
  managerAddress: bytes,
  validators: slice(
    struct<ConversionValidator>({ nodeID: bytes, blsPublicKey: fixedBytes(48), weight: u64 }),
  ),
});

export function conversionID(data: SubnetToL1ConversionData): Id {
  return sha256(encodeVersioned(conversionData, data));
}

/** Throws a Rejection for other bytes. */
export function parseAnyL1Message(input: Uint8Array): L1Message {
  return parsed(() =>
    decodeVersioned(l1Message, input, { bytesMax: Number.MAX_SAFE_INTEGER, types }),
  );
}

function parseL1Message<K extends L1Message["kind"]>(
  input: Uint8Array,
  kind: K,
): Extract<L1Message, { readonly kind: K }> {
  const message = parseAnyL1Message(input);
  if (message.kind !== kind) {
    throw new Rejection(`wrong payload type: *message.${message.kind}`);
  }
  return message as Extract<L1Message, { readonly kind: K }>;
}
