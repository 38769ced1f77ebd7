import { describe, expect, it } from "vitest";
import { blsPublicKey } from "../../../../src/crypto/bls.ts";
import { keyOf } from "../../../../src/formats/bytes.ts";
import { releases } from "../../../../src/networks/release.ts";
import { parseWarpMessage } from "../../../../src/pchain/warp/message.ts";
import { signWarpMessage } from "../../../../src/pchain/warp/sign.ts";
import { isQuorum, verifyWarpMessage } from "../../../../src/pchain/warp/verify.ts";
import { filled } from "../../../support/sample-txs.ts";

const release = releases.newest;
const unsigned = { networkID: 1337, sourceChainID: filled(32, 1), payload: filled(3, 2) };

/** Twenty validators: the bit set of their signers has three bytes. */
const secretKeys = Array.from({ length: 20 }, (_, i) => filled(32, i + 1));
const validators = secretKeys.map((secretKey) => ({
  weight: 5n,
  publicKey: blsPublicKey(secretKey),
}));

function signed(known: readonly Uint8Array[]) {
  const keys = new Map(known.map((key) => [keyOf(blsPublicKey(key)), key]));
  return signWarpMessage(unsigned, validators, release, (publicKey) => keys.get(keyOf(publicKey)));
}

function verify(bytes: Uint8Array): void {
  const source = { subnetOf: () => filled(32, 3), setAt: () => validators };
  verifyWarpMessage(parseWarpMessage(bytes), { id: 1337, release }, source, 0n);
}

describe("signWarpMessage", () => {
  it.each([14, 15, 20])("signs with %i of twenty keys as a verifier expects", (count) => {
    // From the end, so that the first bits are not set for fewer than all.
    const { bytes, signedWeight, totalWeight } = signed(secretKeys.slice(-count));
    expect(signedWeight).toBe(BigInt(count) * 5n);
    expect(totalWeight).toBe(100n);
    expect(isQuorum(signedWeight, totalWeight)).toBe(true);
    verify(bytes!);
  });

  it.each([1, 13])("signs with %i of twenty keys, which is too little weight", (count) => {
    const { bytes, signedWeight, totalWeight } = signed(secretKeys.slice(0, count));
    expect(isQuorum(signedWeight, totalWeight)).toBe(false);
    expect(() => verify(bytes!)).toThrow("signature weight is insufficient");
  });

  it("returns no bytes without a key", () => {
    expect(signed([])).toEqual({ bytes: undefined, signedWeight: 0n, totalWeight: 100n });
  });

  it("needs 67 % of the weight", () => {
    expect(isQuorum(67n, 100n)).toBe(true);
    expect(isQuorum(66n, 100n)).toBe(false);
  });
});
