import { describe, expect, it } from "vitest";
import { sha256 } from "../../../../src/crypto/hash.ts";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { CodecError } from "../../../../src/pchain/codec/reader.ts";
import { verifiable } from "../../../../src/pchain/components/credential.ts";
import { transferableInput } from "../../../../src/pchain/components/inputs.ts";
import { transferableOutput } from "../../../../src/pchain/components/outputs.ts";
import { outputOwners, owner, pChainOwner } from "../../../../src/pchain/components/owners.ts";
import { signer } from "../../../../src/pchain/components/signer.ts";
import {
  decodeUtxo,
  encodeUtxo,
  inputID,
  utxo,
  utxoID,
} from "../../../../src/pchain/components/utxo.ts";
import { checkCodec, fromHex, toHex } from "../../../support/check-codec.ts";
import { filled } from "../../../support/sample-txs.ts";

const addressHex = "3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c";
const addresses = [fromHex(addressHex)];
const bech32 = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const cb58 = "6Y3kysjF9jnHnYkdS9yGAuoHyae2eNmeV";
const emptyID = "11111111111111111111111111111111LpoYY";
const fxID = "spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ";
const one = "0000000000000001";
const ownersHex = `${"0000000000000002"}${"00000001"}${"00000001"}${addressHex}`;
const ownersJson = { addresses: [bech32], locktime: 2n, threshold: 1 };
const owners = { locktime: 2n, threshold: 1, addresses };
const transferOutput = { kind: "TransferOutput", amount: 1n, ...owners } as const;
const transferOutputHex = `00000007${one}${ownersHex}`;
const transferOutputJson = { addresses: [bech32], amount: 1n, locktime: 2n, threshold: 1 };
const transferInput = { kind: "TransferInput", amount: 1n, signatureIndices: [0, 2] } as const;
const transferInputHex = `00000005${one}000000020000000000000002`;
const transferInputJson = { amount: 1n, signatureIndices: [0, 2] };
const zeros = "00".repeat(32);

checkCodec("owners", outputOwners, {
  correct: [{ value: owners, hex: ownersHex, json: ownersJson }],
});

checkCodec("an owner", owner, {
  correct: [
    { value: { kind: "OutputOwners", ...owners }, hex: `0000000b${ownersHex}`, json: ownersJson },
  ],
});

checkCodec("an owner of L1 transactions", pChainOwner, {
  correct: [
    {
      value: { threshold: 1, addresses },
      hex: `0000000100000001${addressHex}`,
      json: { threshold: 1, addresses: [cb58] },
    },
  ],
});

checkCodec("an output", transferableOutput, {
  correct: [
    {
      value: { assetID: emptyId, output: transferOutput },
      hex: `${zeros}${transferOutputHex}`,
      json: { assetID: emptyID, fxID, output: transferOutputJson },
    },
    {
      value: {
        assetID: emptyId,
        output: { kind: "LockOut", locktime: 1n, output: transferOutput },
      },
      hex: `${zeros}00000016${one}${transferOutputHex}`,
      json: { assetID: emptyID, fxID, output: { locktime: 1n, output: transferOutputJson } },
    },
  ],
});

checkCodec("an input", transferableInput, {
  correct: [
    {
      value: { txID: emptyId, outputIndex: 3, assetID: emptyId, input: transferInput },
      hex: `${zeros}00000003${zeros}${transferInputHex}`,
      json: { txID: emptyID, outputIndex: 3, assetID: emptyID, fxID, input: transferInputJson },
    },
    {
      value: {
        txID: emptyId,
        outputIndex: 3,
        assetID: emptyId,
        input: { kind: "LockIn", locktime: 1n, input: transferInput },
      },
      hex: `${zeros}00000003${zeros}00000015${one}${transferInputHex}`,
      json: {
        txID: emptyID,
        outputIndex: 3,
        assetID: emptyID,
        fxID,
        input: { locktime: 1n, input: transferInputJson },
      },
    },
  ],
});

checkCodec("a signer", signer, {
  correct: [
    { value: { kind: "Empty" }, hex: "0000001b", json: {} },
    {
      value: {
        kind: "ProofOfPossession",
        publicKey: filled(48, 1),
        proofOfPossession: filled(96, 2),
      },
      hex: `0000001c${"01".repeat(48)}${"02".repeat(96)}`,
      json: { publicKey: `0x${"01".repeat(48)}`, proofOfPossession: `0x${"02".repeat(96)}` },
    },
  ],
  bad: [
    {
      hex: "0000000b",
      error:
        "couldn't unmarshal interface: *secp256k1fx.OutputOwners does not implement interface signer.Signer",
    },
  ],
});

checkCodec("a credential or authorization", verifiable, {
  correct: [
    {
      value: { kind: "Credential", signatures: [filled(65, 1)] },
      hex: `0000000900000001${"01".repeat(65)}`,
      json: { signatures: [`0x${"01".repeat(65)}`] },
    },
    {
      value: { kind: "Input", signatureIndices: [1] },
      hex: "0000000a0000000100000001",
      json: { signatureIndices: [1] },
    },
    // Go reads these too, as all of them can verify themselves; no rule of the chain accepts them.
    { value: { kind: "Empty" }, hex: "0000001b" },
    { value: { kind: "OutputOwners", ...owners }, hex: `0000000b${ownersHex}` },
    { value: transferOutput, hex: transferOutputHex },
    { value: transferInput, hex: transferInputHex },
  ],
});

checkCodec("a UTXO", utxo, {
  correct: [
    {
      value: { txID: emptyId, outputIndex: 1, assetID: emptyId, output: transferOutput },
      hex: `${zeros}00000001${zeros}${transferOutputHex}`,
    },
  ],
  bad: [
    {
      hex: `${zeros}00000001${zeros}0000000b`,
      error:
        "couldn't unmarshal interface: *secp256k1fx.OutputOwners does not implement interface verify.State",
    },
  ],
});

describe("a UTXO", () => {
  const value = { txID: filled(32, 1), outputIndex: 258, assetID: emptyId, output: transferOutput };

  it("has the ID of its index, in eight bytes, and its transaction", () => {
    const preimage = fromHex(`0000000000000102${"01".repeat(32)}`);
    expect(utxoID(value)).toStrictEqual(sha256(preimage));
    expect(inputID(value.txID, 258)).toStrictEqual(sha256(preimage));
  });

  it("stands behind the codec's version", () => {
    const bytes = encodeUtxo(value);
    expect(toHex(bytes)).toBe(`0000${"01".repeat(32)}00000102${zeros}${transferOutputHex}`);
    expect(decodeUtxo(bytes)).toStrictEqual(value);
    expect(() => decodeUtxo(bytes.subarray(1))).toThrow(CodecError);
  });
});
