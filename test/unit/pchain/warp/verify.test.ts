import { describe, expect, it } from "vitest";
import {
  aggregateSignatures,
  blsPublicKey,
  sign,
  uncompressPublicKey,
} from "../../../../src/crypto/bls.ts";
import { compareBytes } from "../../../../src/formats/bytes.ts";
import { type Release, releases } from "../../../../src/networks/release.ts";
import { Rejection } from "../../../../src/pchain/rejection.ts";
import {
  encodeUnsignedMessage,
  encodeWarpMessage,
  parseWarpMessage,
} from "../../../../src/pchain/warp/message.ts";
import {
  verifyWarpMessage,
  type WarpValidator,
  type WarpValidators,
} from "../../../../src/pchain/warp/verify.ts";
import { fromHex, toHex } from "../../../support/check-codec.ts";
import { filled } from "../../../support/sample-txs.ts";

const release = releases["avalanchego-1.12"];

const unsigned = { networkID: 1337, sourceChainID: filled(32, 1), payload: filled(3, 2) };
const unsignedBytes = encodeUnsignedMessage(unsigned);

/** Secret keys in the order of their public keys' uncompressed bytes: that of the bits. */
const secretKeys = [1, 2, 3, 4]
  .map((byte) => filled(32, byte))
  .sort((a, b) => compareBytes(position(a), position(b)));

function position(secretKey: Uint8Array): Uint8Array {
  return uncompressPublicKey(blsPublicKey(secretKey));
}

const four: readonly WarpValidator[] = secretKeys
  .map((secretKey) => ({ weight: 25n, publicKey: blsPublicKey(secretKey) }))
  .reverse();

describe("parseWarpMessage", () => {
  const hex = `0000${"00000539"}${"01".repeat(32)}${"00000003020202"}${"00000000"}${"00000001"}03${"04".repeat(96)}`;

  it("reads message and signature", () => {
    const message = parseWarpMessage(fromHex(hex));
    expect(message).toStrictEqual({
      ...unsigned,
      signature: { kind: "BitSetSignature", signers: filled(1, 3), signature: filled(96, 4) },
      unsignedBytes,
    });
    expect(toHex(encodeWarpMessage(message))).toBe(hex);
    expect(toHex(unsignedBytes)).toBe(hex.slice(0, 2 * unsignedBytes.length));
  });

  it.each([
    ["", "couldn't unpack codec version"],
    [`${hex}00`, "trailing buffer space: read 150 provided 151"],
    [hex.slice(0, -2), "packer has insufficient length for input"],
    [
      toHex(unsignedBytes),
      "couldn't unmarshal interface: packer has insufficient length for input",
    ],
    [`${toHex(unsignedBytes)}00000001`, "couldn't unmarshal interface: unknown type ID 1"],
  ])("refuses %s", (input, text) => {
    expect(() => parseWarpMessage(fromHex(input))).toThrow(new Rejection(text));
  });
});

describe("verifyWarpMessage", () => {
  it("accepts three of four equal validators, whatever their order in the set", () => {
    expect(() => verify(four, [0, 1, 2])).not.toThrow();
    expect(() => verify([...four].reverse(), [1, 2, 3])).not.toThrow();
  });

  it("merges validators with one key", () => {
    const doubled = [...four, { weight: 100n, publicKey: four.at(-1)!.publicKey }];
    expect(() => verify(doubled, [0, 1])).not.toThrow();
  });

  it("accepts exactly 67 of 100", () => {
    const set = [
      { weight: 67n, publicKey: four.at(-1)!.publicKey },
      { weight: 33n, publicKey: undefined },
    ];
    expect(() => verify(set, [0])).not.toThrow();
  });

  it("counts the weight of validators without a key", () => {
    const set = [...four, { weight: 100n, publicKey: undefined }];
    const text = "signature weight is insufficient: 67*200 > 100*100";
    expect(() => verify(set, [0, 1, 2, 3])).toThrow(new Rejection(text));
  });

  it.each([
    ["too few", [0, 1], "signature weight is insufficient: 67*100 > 100*50"],
    ["none", [], "signature weight is insufficient: 67*100 > 100*0"],
    [
      "one too many",
      [0, 1, 2, 4],
      "unknown validator: NumIndices (4) >= NumFilteredValidators (4)",
    ],
    [
      "a far one",
      [0, 1, 2, 300],
      "unknown validator: NumIndices (300) >= NumFilteredValidators (4)",
    ],
  ])("refuses %s", (_, indices, text) => {
    expect(() => verify(four, indices)).toThrow(new Rejection(text));
  });

  it("rejects bits with a leading zero byte", () => {
    const signers = fromHex("0007");
    expect(() => verify(four, [0, 1, 2], { signers })).toThrow(new Rejection("bitset is invalid"));
  });

  it("rejects a signature by other validators", () => {
    const signers = fromHex("0e");
    expect(() => verify(four, [0, 1, 2], { signers })).toThrow(
      new Rejection("signature is invalid"),
    );
  });

  it("rejects a signature that is not a point", () => {
    const signature = filled(96, 0xff);
    const text = "failed to parse signature: couldn't decompress signature";
    expect(() => verify(four, [0, 1, 2], { signature })).toThrow(new Rejection(text));
  });

  it("rejects another network's message first", () => {
    const message = signedBy([0, 1, 2]);
    expect(() => verifyWarpMessage(message, { id: 1, release }, validatorsOf([]), 5n)).toThrow(
      new Rejection("wrong networkID"),
    );
  });

  it("looks up the source before it compares the network in the newest release", () => {
    const network = { id: 1, release: releases.newest };
    const unknown: WarpValidators = {
      subnetOf: () => {
        throw new Rejection("unknown chain");
      },
      setAt: () => [],
    };
    const message = signedBy([0]);
    expect(() => verifyWarpMessage(message, network, unknown, 5n)).toThrow("unknown chain");
    expect(() => verifyWarpMessage(message, network, validatorsOf([]), 5n)).toThrow(
      "wrong networkID",
    );
  });

  it("refuses where nobody is a validator", () => {
    const signature = signedBy([0]).signature.signature;
    expect(() => verify([], [], { signature })).toThrow(new Rejection("no public keys"));
  });

  it("rejects weights beyond uint64", () => {
    const set = [...four, { weight: 2n ** 64n - 1n, publicKey: undefined }];
    expect(() => verify(set, [0])).toThrow(new Rejection("weight overflowed: overflow"));
    expect(() => verify(set, [0], {}, { release: releases.newest })).toThrow(
      new Rejection("overflow"),
    );
  });
});

function verify(
  set: readonly WarpValidator[],
  indices: readonly number[],
  change: { signers?: Uint8Array; signature?: Uint8Array } = {},
  options: { release?: Release } = {},
): void {
  const message = signedBy(indices);
  const signature = { ...message.signature, ...change };
  const network = { id: unsigned.networkID, release: options.release ?? release };
  verifyWarpMessage({ ...message, signature }, network, validatorsOf(set), 5n);
}

function validatorsOf(set: readonly WarpValidator[]): WarpValidators {
  const subnetID = filled(32, 9);
  return {
    subnetOf(chainID) {
      expect(chainID).toStrictEqual(unsigned.sourceChainID);
      return subnetID;
    },
    setAt(id, height) {
      expect([id, height]).toStrictEqual([subnetID, 5n]);
      return set;
    },
  };
}

function signedBy(indices: readonly number[]) {
  const highest = Math.max(-1, ...indices);
  const signers = new Uint8Array((highest >> 3) + 1);
  for (const index of indices) signers[signers.length - 1 - (index >> 3)]! |= 1 << (index & 7);
  const known = indices.filter((index) => index < secretKeys.length);
  const signatures = known.map((index) => sign(secretKeys[index]!, unsignedBytes));
  const signature = known.length === 0 ? filled(96, 0) : aggregateSignatures(signatures);
  const bits = { kind: "BitSetSignature", signers, signature } as const;
  return parseWarpMessage(encodeWarpMessage({ ...unsigned, signature: bits }));
}
