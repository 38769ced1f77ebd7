import { parseHex } from "../../src/formats/hex.ts";
import { parseId } from "../../src/formats/id.ts";
import { parseNodeId } from "../../src/formats/node-id.ts";
import { payer } from "../support/transfers.ts";
import { type Issuer, issue, outputOf, spend } from "./payer-txs.ts";

const stakeNavax = 2_000_000_000_000n;
const owner = { kind: "OutputOwners", locktime: 0n, threshold: 1, addresses: [payer] } as const;

export type NodeIdentity = {
  readonly nodeID: string;
  readonly nodePOP: { readonly publicKey: string; readonly proofOfPossession: string };
};

/** Adds a validator that restakes half of its rewards. Resolves to the transaction. */
export async function addAutoRenewedValidator(
  issuer: Issuer,
  { nodeID, nodePOP }: NodeIdentity,
  periodSeconds: bigint,
): Promise<string> {
  const { baseTx, assetID } = await spend(issuer, stakeNavax);
  return issue(issuer.url, {
    kind: "AddAutoRenewedValidatorTx",
    baseTx,
    nodeID: parseNodeId(nodeID),
    signer: {
      kind: "ProofOfPossession",
      publicKey: parseHex(nodePOP.publicKey),
      proofOfPossession: parseHex(nodePOP.proofOfPossession),
    },
    stake: [outputOf(assetID, stakeNavax)],
    validationRewardsOwner: owner,
    delegationRewardsOwner: owner,
    validatorAuthority: owner,
    delegationShares: 20_000,
    autoCompoundRewardShares: 500_000,
    period: periodSeconds,
  });
}

/** Changes what is restaked, and the length of the next period: zero ends the validator. Resolves to the transaction. */
export async function configureAutoRenewedValidator(
  issuer: Issuer,
  txID: string,
  config: { readonly restakedShares: number; readonly periodSeconds: bigint },
): Promise<string> {
  const { baseTx } = await spend(issuer, 0n);
  return issue(issuer.url, {
    kind: "SetAutoRenewedValidatorConfigTx",
    baseTx,
    txID: parseId(txID),
    auth: { kind: "Input", signatureIndices: [0] },
    autoCompoundRewardShares: config.restakedShares,
    period: config.periodSeconds,
  });
}
