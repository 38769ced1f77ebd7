import { describe, expect, it } from "vitest";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { formatId } from "../../../../src/formats/id.ts";
import type { BaseTxFields } from "../../../../src/pchain/components/base-tx.ts";
import type { Verifiable } from "../../../../src/pchain/components/credential.ts";
import type { Input } from "../../../../src/pchain/components/inputs.ts";
import type { Output } from "../../../../src/pchain/components/outputs.ts";
import { Rejection } from "../../../../src/pchain/rejection.ts";
import { verifySyntax } from "../../../../src/pchain/txs/syntactic.ts";
import type { UnsignedTx, UnsignedTxOf } from "../../../../src/pchain/txs/unsigned-tx.ts";
import { type TxKind, txTypes } from "../../../../src/pchain/wire-types.ts";
import {
  avaxAssetID,
  filled,
  outputOf,
  owner,
  proof,
  sampleBaseTx,
  sampleChain,
  sampleTxs,
} from "../../../support/sample-txs.ts";

const txKinds = Object.keys(txTypes) as TxKind[];
const otherAsset = filled(32, 0xbb);
const maxUint64 = 2n ** 64n - 1n;
const badOwner = { ...owner, threshold: 2 };
const badAuth: Verifiable = { kind: "Input", signatureIndices: [1, 1] };
const authText = "address indices not sorted and unique";
const tooManyShares = "a staker can only require at most 1000000 shares from delegators";

describe("verifySyntax", () => {
  it.each(txKinds)("accepts the sample of %s", (kind) => {
    expect(() => verifySyntax(sampleTxs[kind], sampleChain)).not.toThrow();
  });
});

describe("the base of a transaction", () => {
  const bases: [string, Partial<BaseTxFields>, string][] = [
    ["another network", { networkID: 1 }, "metadata failed verification: tx has wrong network ID"],
    [
      "another chain",
      { blockchainID: otherAsset },
      "metadata failed verification: tx has wrong chain ID",
    ],
    [
      "a long memo",
      { memo: filled(257, 0) },
      "metadata failed verification: memo exceeds maximum length: 257 > 256",
    ],
    [
      "no asset",
      { outputs: [outputOf(1n, emptyId)] },
      "output failed verification: empty asset ID is not valid",
    ],
    ["unsorted outputs", { outputs: [outputOf(2n), outputOf(1n)] }, "outputs not sorted"],
    [
      "unsorted assets",
      { outputs: [outputOf(1n, otherAsset), outputOf(2n)] },
      "outputs not sorted",
    ],
    [
      "an input without asset",
      { inputs: [{ ...sampleBaseTx.inputs[0]!, assetID: emptyId }] },
      "input failed verification: empty asset ID is not valid",
    ],
    [
      "the same input twice",
      { inputs: [sampleBaseTx.inputs[0]!, sampleBaseTx.inputs[0]!] },
      "inputs not sorted and unique",
    ],
    [
      "the network before the outputs",
      { networkID: 1, outputs: [outputOf(0n)] },
      "metadata failed verification: tx has wrong network ID",
    ],
    [
      "outputs before inputs",
      { outputs: [outputOf(0n)], inputs: [{ ...sampleBaseTx.inputs[0]!, assetID: emptyId }] },
      "output failed verification: output has no value",
    ],
  ];
  it.each(bases)("is refused for %s", (_, change, text) => {
    const tx: UnsignedTx = { kind: "BaseTx", baseTx: { ...sampleBaseTx, ...change } };
    expectRefusal(tx, text);
  });

  it("may have equal outputs and a memo of 256 bytes", () => {
    const baseTx = { ...sampleBaseTx, outputs: [outputOf(1n), outputOf(1n)], memo: filled(256, 1) };
    expect(() => verifySyntax({ kind: "BaseTx", baseTx }, sampleChain)).not.toThrow();
  });

  const prefixed = /^(AddValidatorTx|AddPermissionlessValidatorTx|AddPermissionlessDelegatorTx)$/;
  it.each(txKinds.filter((kind) => "baseTx" in sampleTxs[kind]))("is looked at in %s", (kind) => {
    const baseTx = { ...sampleBaseTx, networkID: 1 };
    const text = "metadata failed verification: tx has wrong network ID";
    const prefix = prefixed.test(kind) ? "failed to verify BaseTx: " : "";
    expectRefusal({ ...sampleTxs[kind], baseTx } as UnsignedTx, `${prefix}${text}`);
  });
});

describe("an output", () => {
  const plain = { ...owner, kind: "TransferOutput", amount: 1n } as const;
  const two = [filled(20, 1), filled(20, 2)];
  const outputs: [string, Output, string][] = [
    ["no value", { ...plain, amount: 0n }, "output has no value"],
    ["too few addresses", { ...plain, threshold: 2 }, "output is unspendable"],
    ["addresses in vain", { ...plain, threshold: 0 }, "output representation should be optimized"],
    [
      "unsorted addresses",
      { ...plain, addresses: two.toReversed() },
      "addresses not sorted and unique",
    ],
    [
      "an address twice",
      { ...plain, addresses: [two[0]!, two[0]!] },
      "addresses not sorted and unique",
    ],
    ["a lock until never", { kind: "LockOut", locktime: 0n, output: plain }, "invalid locktime"],
    [
      "a lock on nothing",
      { kind: "LockOut", locktime: 1n, output: { ...plain, amount: 0n } },
      "output has no value",
    ],
  ];
  it.each(outputs)("is refused for %s", (_, output, text) => {
    const baseTx = { ...sampleBaseTx, outputs: [{ assetID: avaxAssetID, output }] };
    expectRefusal({ kind: "BaseTx", baseTx }, `output failed verification: ${text}`);
  });
});

describe("an input", () => {
  const plain = { kind: "TransferInput", amount: 1n, signatureIndices: [0] } as const;
  const inputs: [string, Input, string][] = [
    ["no value", { ...plain, amount: 0n }, "input has no value"],
    ["indices out of order", { ...plain, signatureIndices: [1, 0] }, authText],
    ["a lock until never", { kind: "LockIn", locktime: 0n, input: plain }, "invalid locktime"],
    [
      "a lock on nothing",
      { kind: "LockIn", locktime: 1n, input: { ...plain, amount: 0n } },
      "input has no value",
    ],
  ];
  it.each(inputs)("is refused for %s", (_, input, text) => {
    const baseTx = { ...sampleBaseTx, inputs: [{ ...sampleBaseTx.inputs[0]!, input }] };
    expectRefusal({ kind: "BaseTx", baseTx }, `input failed verification: ${text}`);
  });
});

describe("a transaction", () => {
  const samples = sampleTxs;
  const l1 = samples.ConvertSubnetToL1Tx.validators;
  const zeroWeight = { ...samples.AddValidatorTx.validator, weight: 0n };
  const noWeight = "weight of this validator is too low";
  const rewards = "failed to verify validator or rewards owner: ";
  const signerOrRewards = "failed to verify validator, signer, or rewards owners: ";
  const locked: Output = {
    kind: "LockOut",
    locktime: 1n,
    output: { ...owner, kind: "TransferOutput", amount: 1n },
  };
  const cases: Case<TxKind>[] = [
    on("AddValidatorTx", { shares: 1_000_001 }, tooManyShares),
    on("AddValidatorTx", { validator: zeroWeight }, `${rewards}${noWeight}`),
    on("AddValidatorTx", { rewardsOwner: badOwner }, `${rewards}output is unspendable`),
    on("AddValidatorTx", { stake: [outputOf(0n)] }, "failed to verify output: output has no value"),
    on("AddValidatorTx", { stake: [outputOf(1n), outputOf(maxUint64)] }, "overflow"),
    on(
      "AddValidatorTx",
      { stake: [outputOf(30n, otherAsset)] },
      `stake must be AVAX but is "${formatId(otherAsset)}"`,
    ),
    on("AddValidatorTx", { stake: [outputOf(20n), outputOf(10n)] }, "outputs not sorted"),
    on("AddValidatorTx", { stake: [] }, "validator weight mismatch: weight 30 != stake 0"),
    on("AddDelegatorTx", { validator: zeroWeight }, `${rewards}${noWeight}`),
    on(
      "AddDelegatorTx",
      { stake: [outputOf(0n)] },
      "output verification failed: output has no value",
    ),
    on(
      "AddDelegatorTx",
      { stake: [outputOf(31n)] },
      "delegator weight is not equal to total stake weight, delegator weight 30 total stake weight 31",
    ),
    on(
      "AddSubnetValidatorTx",
      { validator: { ...samples.AddSubnetValidatorTx.validator, subnetID: emptyId } },
      "can't add primary network validator with AddSubnetValidatorTx",
    ),
    on(
      "AddSubnetValidatorTx",
      { validator: { ...samples.AddSubnetValidatorTx.validator, validator: zeroWeight } },
      noWeight,
    ),
    on("AddSubnetValidatorTx", { subnetAuthorization: badAuth }, authText),
    on(
      "CreateChainTx",
      { subnetID: emptyId },
      "new blockchain can't be validated by primary network",
    ),
    on("CreateChainTx", { chainName: "é".repeat(65) }, "name too long"),
    on("CreateChainTx", { vmID: emptyId }, "invalid VM ID"),
    on(
      "CreateChainTx",
      { fxIDs: [filled(32, 1), filled(32, 1)] },
      "feature extensions IDs must be sorted and unique",
    ),
    on("CreateChainTx", { genesisData: filled(1_048_577, 0) }, "genesis too long"),
    on("CreateChainTx", { chainName: "a_b" }, "illegal name character"),
    on("CreateChainTx", { chainName: "é" }, "illegal name character"),
    on("CreateChainTx", { subnetAuthorization: badAuth }, authText),
    on("CreateSubnetTx", { owner: badOwner }, "output is unspendable"),
    on("ImportTx", { importedInputs: [] }, "tx has no imported inputs"),
    on(
      "ImportTx",
      { importedInputs: [{ ...sampleBaseTx.inputs[0]!, assetID: emptyId }] },
      "input failed verification: empty asset ID is not valid",
    ),
    on(
      "ImportTx",
      { importedInputs: [...sampleBaseTx.inputs, ...sampleBaseTx.inputs] },
      "inputs not sorted and unique",
    ),
    on("ExportTx", { exportedOutputs: [] }, "no export outputs"),
    on(
      "ExportTx",
      { exportedOutputs: [outputOf(0n)] },
      "output failed verification: output has no value",
    ),
    on(
      "ExportTx",
      { exportedOutputs: [{ assetID: avaxAssetID, output: locked }] },
      "wrong locktime reported",
    ),
    on("ExportTx", { exportedOutputs: [outputOf(2n), outputOf(1n)] }, "outputs not sorted"),
    on(
      "RemoveSubnetValidatorTx",
      { subnetID: emptyId },
      "can't remove primary network validator with RemoveSubnetValidatorTx",
    ),
    on("RemoveSubnetValidatorTx", { subnetAuthorization: badAuth }, authText),
    on(
      "TransferSubnetOwnershipTx",
      { subnetID: emptyId },
      "cannot transfer ownership of a permissionless subnet",
    ),
    on("TransferSubnetOwnershipTx", { subnetAuthorization: badAuth, newOwner: badOwner }, authText),
    on("TransferSubnetOwnershipTx", { newOwner: badOwner }, "output is unspendable"),
    on(
      "AddPermissionlessValidatorTx",
      { validator: { ...zeroWeight, nodeID: filled(20, 0) } },
      "validator nodeID cannot be empty",
    ),
    on("AddPermissionlessValidatorTx", { stake: [], shares: 1_000_001 }, "no stake"),
    on("AddPermissionlessValidatorTx", { shares: 1_000_001 }, tooManyShares),
    on("AddPermissionlessValidatorTx", { validator: zeroWeight }, `${signerOrRewards}${noWeight}`),
    on(
      "AddPermissionlessValidatorTx",
      { signer: { kind: "ProofOfPossession", ...proof, publicKey: filled(48, 0xff) } },
      `${signerOrRewards}couldn't decompress public key`,
    ),
    on(
      "AddPermissionlessValidatorTx",
      { signer: { kind: "ProofOfPossession", ...proof, proofOfPossession: filled(96, 0xff) } },
      `${signerOrRewards}couldn't decompress signature`,
    ),
    on(
      "AddPermissionlessValidatorTx",
      { delegationRewardsOwner: badOwner },
      `${signerOrRewards}output is unspendable`,
    ),
    on(
      "AddPermissionlessValidatorTx",
      { signer: { kind: "Empty" } },
      "invalid signer: hasKey=false != isPrimaryNetwork=true",
    ),
    on(
      "AddPermissionlessValidatorTx",
      { subnetID: filled(32, 1) },
      "invalid signer: hasKey=true != isPrimaryNetwork=false",
    ),
    on(
      "AddPermissionlessValidatorTx",
      { stake: [outputOf(0n)] },
      "failed to verify output: output has no value",
    ),
    on("AddPermissionlessValidatorTx", { stake: [outputOf(1n), outputOf(maxUint64)] }, "overflow"),
    on(
      "AddPermissionlessValidatorTx",
      { stake: [outputOf(10n), outputOf(20n, otherAsset)] },
      `multiple staked assets: "${formatId(avaxAssetID)}" and "${formatId(otherAsset)}"`,
    ),
    on(
      "AddPermissionlessValidatorTx",
      { stake: [outputOf(20n), outputOf(10n)] },
      "outputs not sorted",
    ),
    on(
      "AddPermissionlessValidatorTx",
      { stake: [outputOf(29n)] },
      "validator weight mismatch: weight 30 != stake 29",
    ),
    on("AddPermissionlessDelegatorTx", { stake: [] }, "no stake"),
    on(
      "AddPermissionlessDelegatorTx",
      { rewardsOwner: badOwner },
      `${rewards}output is unspendable`,
    ),
    on(
      "AddPermissionlessDelegatorTx",
      { stake: [outputOf(10n), outputOf(20n, otherAsset)] },
      `multiple staked assets: "${formatId(avaxAssetID)}" and "${formatId(otherAsset)}"`,
    ),
    on(
      "AddPermissionlessDelegatorTx",
      { stake: [outputOf(31n)] },
      "delegator weight is not equal to total stake weight, delegator weight 30 total stake weight 31",
    ),
    on("ConvertSubnetToL1Tx", { subnetID: emptyId }, "cannot convert a permissionless subnet"),
    on("ConvertSubnetToL1Tx", { address: filled(4_097, 1) }, "address is too long"),
    on("ConvertSubnetToL1Tx", { validators: [] }, "conversion must include at least one validator"),
    on(
      "ConvertSubnetToL1Tx",
      { validators: l1.toReversed() },
      "conversion validators must be sorted and unique",
    ),
    on(
      "ConvertSubnetToL1Tx",
      { validators: [{ ...l1[0]!, weight: 0n }] },
      "validator weight must be non-zero",
    ),
    on(
      "ConvertSubnetToL1Tx",
      { validators: [{ ...l1[0]!, nodeID: filled(19, 1) }] },
      "invalid hash length: expected 20 bytes but got 19",
    ),
    on(
      "ConvertSubnetToL1Tx",
      { validators: [{ ...l1[0]!, nodeID: filled(20, 0) }] },
      "validator nodeID cannot be empty",
    ),
    on(
      "ConvertSubnetToL1Tx",
      { validators: [{ ...l1[0]!, signer: { ...proof, publicKey: filled(48, 0xff) } }] },
      "couldn't decompress public key",
    ),
    on(
      "ConvertSubnetToL1Tx",
      { validators: [{ ...l1[0]!, remainingBalanceOwner: { threshold: 1, addresses: [] } }] },
      "output is unspendable",
    ),
    on(
      "ConvertSubnetToL1Tx",
      {
        validators: [
          { ...l1[0]!, deactivationOwner: { threshold: 0, addresses: [filled(20, 1)] } },
        ],
      },
      "output representation should be optimized",
    ),
    on("ConvertSubnetToL1Tx", { subnetAuthorization: badAuth }, authText),
    on("IncreaseL1ValidatorBalanceTx", { balance: 0n }, "balance must be greater than 0"),
    on("DisableL1ValidatorTx", { disableAuthorization: badAuth }, authText),
    on("TransformSubnetTx", { subnetID: emptyId }, "cannot transform primary network"),
    on("TransformSubnetTx", { assetID: emptyId }, "empty asset ID is not valid"),
    on("TransformSubnetTx", { assetID: avaxAssetID }, "asset ID can't be AVAX"),
    on("TransformSubnetTx", { initialSupply: 0n }, "initial supply must be non-0"),
    on(
      "TransformSubnetTx",
      { initialSupply: 2_001n },
      "initial supply can't be greater than maximum supply",
    ),
    on(
      "TransformSubnetTx",
      { minConsumptionRate: 120_001n },
      "min consumption rate must be less than or equal to max consumption rate",
    ),
    on(
      "TransformSubnetTx",
      { maxConsumptionRate: 1_000_001n },
      "max consumption rate must be less than or equal to 1000000",
    ),
    on("TransformSubnetTx", { minValidatorStake: 0n }, "min validator stake must be non-0"),
    on(
      "TransformSubnetTx",
      { minValidatorStake: 1_001n },
      "min validator stake must be less than or equal to initial supply",
    ),
    on(
      "TransformSubnetTx",
      { maxValidatorStake: 9n },
      "min validator stake must be less than or equal to max validator stake",
    ),
    on(
      "TransformSubnetTx",
      { maxValidatorStake: 2_001n },
      "max validator stake must be less than or equal to max supply",
    ),
    on("TransformSubnetTx", { minStakeDuration: 0 }, "min stake duration must be non-0"),
    on(
      "TransformSubnetTx",
      { minStakeDuration: 6_001 },
      "min stake duration must be less than or equal to max stake duration",
    ),
    on(
      "TransformSubnetTx",
      { minDelegationFee: 1_000_001 },
      "min delegation fee must be less than or equal to 1000000",
    ),
    on("TransformSubnetTx", { minDelegatorStake: 0n }, "min delegator stake must be non-0"),
    on(
      "TransformSubnetTx",
      { maxValidatorWeightFactor: 0 },
      "max validator weight factor must be non-0",
    ),
    on(
      "TransformSubnetTx",
      { uptimeRequirement: 1_000_001 },
      "uptime requirement must be less than or equal to 1000000",
    ),
    on("TransformSubnetTx", { subnetAuthorization: badAuth }, authText),
  ];
  it.each(cases)("$kind is refused: $text", ({ tx, text }) => expectRefusal(tx, text));

  it("of a proof that is another's is refused", () => {
    const other = { ...samples.AddPermissionlessValidatorTx, signer: otherProof() };
    expectRefusal(other, `${signerOrRewards}invalid proof of possession`);
  });
});

type Case<K extends TxKind> = { readonly kind: K; readonly tx: UnsignedTx; readonly text: string };

function on<K extends TxKind>(kind: K, change: Partial<UnsignedTxOf<K>>, text: string): Case<K> {
  return { kind, tx: { ...sampleTxs[kind], ...change } as UnsignedTx, text };
}

function otherProof() {
  const other = sampleTxs.ConvertSubnetToL1Tx.validators[0]!.signer;
  // The generator of G1: a point, but not the key that the proof is for.
  const publicKey = Uint8Array.from(
    Buffer.from(
      "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
      "hex",
    ),
  );
  return { kind: "ProofOfPossession", ...other, publicKey } as const;
}

function expectRefusal(tx: UnsignedTx, text: string): void {
  const expected = new Rejection(text);
  expect(() => verifySyntax(tx, sampleChain)).toThrow(expected);
}
