import { formatFloat4 } from "../../formats/float.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import type { OutputOwners, TxProofOfPossession, ValidatorSigner } from "../../generated/types.ts";
import type { ProofOfPossession } from "../../pchain/components/signer.ts";
import type { Staker } from "../../pchain/state/staker.ts";
import type { Tx } from "../../pchain/txs/tx.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import type { HandlerContext } from "../context.ts";
import { ownersView } from "../views/owners.ts";
import type { ViewCache } from "../views/view-cache.ts";

/** The fields of every staker. */
export type StakerView = {
  readonly txID: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly weight: string;
  readonly nodeID: string;
  readonly potentialReward: string;
};

/** The additional fields of a validator with stake. */
export type ValidatorTerms = {
  readonly validationRewardOwner: OutputOwners;
  readonly delegationRewardOwner: OutputOwners;
  readonly delegationFee: string;
  readonly signer: TxProofOfPossession | undefined;
  /** Of an auto-renewed validator: who can change its configuration. */
  readonly validatorAuthority?: OutputOwners;
};

export type DelegatorTerms = { readonly rewardOwner: OutputOwners };

type Context = Pick<HandlerContext, "chain" | "queries" | "views">;

export function stakerView(staker: Staker, { views }: Pick<Context, "views">): StakerView {
  return views.memo(newStakerView, staker, views);
}

function newStakerView(staker: Staker, views: ViewCache): StakerView {
  return {
    txID: formatId(staker.txID),
    startTime: staker.startTime.toString(),
    endTime: staker.endTime.toString(),
    weight: staker.weight.toString(),
    nodeID: views.nodeID(staker.nodeID),
    potentialReward: staker.potentialReward.toString(),
  };
}

/** The terms of a validator with stake. */
export function validatorTerms(staker: Staker, context: Context): ValidatorTerms {
  return context.views.memo(newValidatorTerms, staker, context);
}

function newValidatorTerms(staker: Staker, { chain, queries }: Context): ValidatorTerms {
  const { unsigned } = stakerTx(staker, queries);
  if (unsigned.kind === "AddValidatorTx") {
    const owner = ownersView(unsigned.rewardsOwner, chain);
    return {
      validationRewardOwner: owner,
      delegationRewardOwner: owner,
      delegationFee: percentOfShares(unsigned.shares),
      signer: undefined,
    };
  }
  const isAutoRenewed = unsigned.kind === "AddAutoRenewedValidatorTx";
  if (!isAutoRenewed && unsigned.kind !== "AddPermissionlessValidatorTx") {
    throw new Error(`a ${unsigned.kind} cannot add a validator with stake`);
  }
  const { signer } = unsigned;
  return {
    validationRewardOwner: ownersView(unsigned.validationRewardsOwner, chain),
    delegationRewardOwner: ownersView(unsigned.delegationRewardsOwner, chain),
    delegationFee: percentOfShares(isAutoRenewed ? unsigned.delegationShares : unsigned.shares),
    signer: signer.kind === "Empty" ? undefined : proofView(signer),
    ...(isAutoRenewed && { validatorAuthority: ownersView(unsigned.validatorAuthority, chain) }),
  };
}

/**
 * The terms of a validator that the owner of its subnet added: no rewards and no delegators. If the subnet was
 * transformed since, AvalancheGo formats the validator like others of the subnet, with its weight as stake.
 */
export const termsWithoutStake = {
  owner: { locktime: "0", threshold: "0", addresses: [] },
  delegationFee: "0.0000",
} as const;

export function delegatorTerms(staker: Staker, context: Context): DelegatorTerms {
  return context.views.memo(newDelegatorTerms, staker, context);
}

function newDelegatorTerms(staker: Staker, { chain, queries }: Context): DelegatorTerms {
  const { unsigned } = stakerTx(staker, queries);
  if (unsigned.kind !== "AddDelegatorTx" && unsigned.kind !== "AddPermissionlessDelegatorTx") {
    throw new Error(`a ${unsigned.kind} cannot add a delegator`);
  }
  return { rewardOwner: ownersView(unsigned.rewardsOwner, chain) };
}

function stakerTx({ txID }: Staker, { txs }: ChainQueries): Tx {
  const accepted = txs.byID(txID);
  if (accepted === undefined) throw new Error("a staker has no transaction");
  return accepted.tx;
}

/** Shares of 1,000,000 in percent, computed with 32-bit floats as in AvalancheGo. */
export function percentOfShares(shares: number): string {
  return formatFloat4(Math.fround(Math.fround(100 * shares) / 1_000_000));
}

function proofView({ publicKey, proofOfPossession }: ProofOfPossession): TxProofOfPossession {
  return { publicKey: formatHex(publicKey), proofOfPossession: formatHex(proofOfPossession) };
}

/** A validator's key, with the specification's spelling of the field. specification 2.2 */
export function signerView({ publicKey, proofOfPossession }: TxProofOfPossession): ValidatorSigner {
  return { publicKey, proofOfPosession: proofOfPossession };
}
