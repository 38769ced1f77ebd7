import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../../src/crypto/hash.ts";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { Rejection } from "../../../../src/pchain/rejection.ts";
import {
  conversionID,
  encodeL1Message,
  parseL1ValidatorWeight,
  parseRegisterL1Validator,
  type RegisterL1Validator,
} from "../../../../src/pchain/warp/l1-messages.ts";
import { encodeAddressedCall, parseAddressedCall } from "../../../../src/pchain/warp/payload.ts";
import { fromHex, toHex } from "../../../support/check-codec.ts";
import { filled } from "../../../support/sample-txs.ts";

const path = new URL("../../../vectors/warp/payloads.json", import.meta.url);
const vectors = JSON.parse(readFileSync(path, "utf8"));
const hexOf = (name: string): string =>
  vectors.messages.find((message: { name: string }) => message.name === name).hex;

/** Bytes that count up from one value to another. */
function range(from: number, to: number): Uint8Array {
  return Uint8Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

const registration: RegisterL1Validator = {
  kind: "RegisterL1Validator",
  subnetID: range(1, 0x20),
  nodeID: range(0x21, 0x34),
  blsPublicKey: range(0x35, 0x64),
  expiry: 0x65666768696a6b6cn,
  remainingBalanceOwner: { threshold: 0x6d6e6f70, addresses: [range(0x71, 0x84)] },
  disableOwner: { threshold: 0x85868788, addresses: [range(0x89, 0x9c)] },
  weight: 0x9d9e9fa0a1a2a3a4n,
};
const spendable = { threshold: 1, addresses: [filled(20, 1)] };
const valid = { ...registration, remainingBalanceOwner: spendable, disableOwner: spendable };

describe("messages about L1 validators", () => {
  it("are AvalancheGo's bytes", () => {
    const encoded = {
      SubnetToL1Conversion: encodeL1Message({ kind: "SubnetToL1Conversion", id: range(1, 0x20) }),
      RegisterL1Validator: encodeL1Message(registration),
      L1ValidatorRegistration: encodeL1Message({
        kind: "L1ValidatorRegistration",
        validationID: range(1, 0x20),
        registered: false,
      }),
      L1ValidatorWeight: encodeL1Message({
        kind: "L1ValidatorWeight",
        validationID: range(1, 0x20),
        nonce: 0x2122232425262728n,
        weight: 0x292a2b2c2d2e2f30n,
      }),
    };
    for (const [name, bytes] of Object.entries(encoded)) expect(toHex(bytes)).toBe(hexOf(name));
  });

  it("give the validation ID of a registration", () => {
    const bytes = encodeL1Message(valid);
    expect(parseRegisterL1Validator(bytes)).toStrictEqual({
      ...valid,
      validationID: sha256(bytes),
    });
  });

  it("read a weight", () => {
    expect(parseL1ValidatorWeight(fromHex(hexOf("L1ValidatorWeight")))).toStrictEqual({
      kind: "L1ValidatorWeight",
      validationID: range(1, 0x20),
      nonce: 0x2122232425262728n,
      weight: 0x292a2b2c2d2e2f30n,
    });
  });

  const registrations: [string, Partial<RegisterL1Validator>, string][] = [
    ["the primary network", { subnetID: emptyId, weight: 0n }, "invalid subnet ID"],
    ["no weight", { weight: 0n }, "invalid weight"],
    [
      "a short node ID",
      { nodeID: filled(19, 1) },
      "invalid node ID: invalid hash length: expected 20 bytes but got 19",
    ],
    ["an empty node ID", { nodeID: filled(20, 0) }, "invalid node ID: empty nodeID is disallowed"],
    [
      "a bad owner",
      { disableOwner: { threshold: 2, addresses: [] } },
      "invalid owner: output is unspendable",
    ],
  ];
  it.each(registrations)("refuse to register %s", (_, change, text) => {
    const bytes = encodeL1Message({ ...valid, ...change });
    expect(() => parseRegisterL1Validator(bytes)).toThrow(new Rejection(text));
  });

  it("keep the last nonce for removal", () => {
    const last = {
      kind: "L1ValidatorWeight",
      validationID: emptyId,
      nonce: 2n ** 64n - 1n,
    } as const;
    const removal = encodeL1Message({ ...last, weight: 0n });
    expect(parseL1ValidatorWeight(removal).weight).toBe(0n);
    const change = encodeL1Message({ ...last, weight: 1n });
    const text = "maxUint64 nonce is reserved for removal";
    expect(() => parseL1ValidatorWeight(change)).toThrow(new Rejection(text));
  });

  it.each([
    ["ffffffff", "unknown codec version"],
    ["", "couldn't unpack codec version"],
    ["000000000004", "couldn't unmarshal interface: unknown type ID 4"],
    [hexOf("RegisterL1Validator"), "wrong payload type: *message.RegisterL1Validator"],
    [hexOf("SubnetToL1Conversion"), "wrong payload type: *message.SubnetToL1Conversion"],
    [
      `${hexOf("L1ValidatorRegistration").slice(0, -2)}02`,
      "couldn't unmarshal bool: unexpected value when unpacking bool",
    ],
    [`${hexOf("L1ValidatorWeight")}00`, "trailing buffer space: read 54 provided 55"],
  ])("refuse %s as a weight: %s", (hex, text) => {
    expect(() => parseL1ValidatorWeight(fromHex(hex))).toThrow(new Rejection(text));
  });
});

describe("conversionID", () => {
  it("is the hash of what the conversion fixes", () => {
    const id = conversionID({
      subnetID: range(1, 0x20),
      managerChainID: range(0x21, 0x40),
      managerAddress: fromHex("41"),
      validators: [
        {
          nodeID: range(0x42, 0x55),
          blsPublicKey: range(0x56, 0x85),
          weight: 0x868788898a8b8c8dn,
        },
      ],
    });
    expect(id).toStrictEqual(sha256(fromHex(vectors.conversionData)));
  });
});

describe("an addressed call", () => {
  const { sourceAddress, payload, hex } = vectors.addressedCall;
  const call = { sourceAddress: fromHex(sourceAddress), payload: fromHex(payload) };

  it("is AvalancheGo's bytes", () => {
    expect(toHex(encodeAddressedCall(call))).toBe(hex);
    expect(parseAddressedCall(fromHex(hex))).toStrictEqual({ kind: "AddressedCall", ...call });
  });

  it.each([
    [vectors.hash, "wrong payload type: *payload.Hash"],
    ["1122334455667788", "unknown codec version"],
    ["000000000002", "couldn't unmarshal interface: unknown type ID 2"],
    ["0000000000010000", "couldn't unmarshal slice: packer has insufficient length for input"],
    ["00".repeat(24_577), "byte array exceeds maximum length: 24577 > 24576"],
  ])("is not %s", (bytes, text) => {
    expect(() => parseAddressedCall(fromHex(bytes))).toThrow(new Rejection(text));
  });
});
