import type { Id } from "../../formats/bytes.ts";
import { bytes, id, u32, u64 } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields, transferableOutputs } from "../components/base-tx.ts";
import { type Authorization, verifiable } from "../components/credential.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { type Owner, owner } from "../components/owners.ts";
import { type Signer, signer } from "../components/signer.ts";
import { addUint64 } from "../uint64.ts";

/**
 * Adds a validator of the primary network whose staking period renews until its configuration ends it (ACP-236). Its weight
 * is the sum of the stake. Accepted since Helicon.
 */
export type AddAutoRenewedValidatorTx = {
  readonly kind: "AddAutoRenewedValidatorTx";
  readonly baseTx: BaseTxFields;
  /** Must have 20 bytes. */
  readonly nodeID: Uint8Array;
  readonly signer: Signer;
  readonly stake: readonly TransferableOutput[];
  readonly validationRewardsOwner: Owner;
  readonly delegationRewardsOwner: Owner;
  /** May change the configuration. */
  readonly validatorAuthority: Owner;
  /** The part of its delegators' rewards that the validator keeps, of 1,000,000. */
  readonly delegationShares: number;
  /** The part of its rewards that is staked again, of 1,000,000. */
  readonly autoCompoundRewardShares: number;
  /** Seconds. */
  readonly period: bigint;
};

/** Wire order. avalanchego vms/platformvm/txs/add_auto_renewed_validator_tx.go @ v1.15.0-fuji */
export const addAutoRenewedValidatorTx = kindStruct<AddAutoRenewedValidatorTx>(
  "AddAutoRenewedValidatorTx",
  {
    baseTx: inline(baseTxFields),
    nodeID: bytes,
    signer,
    stake: transferableOutputs,
    validationRewardsOwner: owner,
    delegationRewardsOwner: owner,
    validatorAuthority: owner,
    delegationShares: u32,
    autoCompoundRewardShares: u32,
    period: u64,
  },
);

/** Changes the configuration of an auto-renewed validator. */
export type SetAutoRenewedValidatorConfigTx = {
  readonly kind: "SetAutoRenewedValidatorConfigTx";
  readonly baseTx: BaseTxFields;
  /** The transaction that added the validator. */
  readonly txID: Id;
  readonly auth: Authorization;
  /** The part of its rewards that is staked again, of 1,000,000; applies to the current period too. */
  readonly autoCompoundRewardShares: number;
  /** Length of the next period in seconds; zero ends the validator with the current one. */
  readonly period: bigint;
};

/** Wire order. avalanchego vms/platformvm/txs/set_auto_renewed_validator_config_tx.go @ v1.15.0-fuji */
export const setAutoRenewedValidatorConfigTx = kindStruct<SetAutoRenewedValidatorConfigTx>(
  "SetAutoRenewedValidatorConfigTx",
  {
    baseTx: inline(baseTxFields),
    txID: id,
    auth: verifiable,
    autoCompoundRewardShares: u32,
    period: u64,
  },
);

/** Proposes to reward an auto-renewed validator whose period has ended, and to renew or remove it. */
export type RewardAutoRenewedValidatorTx = {
  readonly kind: "RewardAutoRenewedValidatorTx";
  /** The transaction that added the validator. */
  readonly txID: Id;
  /** The end of the period in Unix seconds; it makes the ID differ from period to period. */
  readonly timestamp: bigint;
};

/** Wire order. avalanchego vms/platformvm/txs/reward_auto_renewed_validator_tx.go @ v1.15.0-fuji */
export const rewardAutoRenewedValidatorTx = kindStruct<RewardAutoRenewedValidatorTx>(
  "RewardAutoRenewedValidatorTx",
  { txID: id, timestamp: u64 },
);

/** The sum of the stake in nAVAX. Throws a Rejection if it overflows. */
export function stakeWeight({ stake }: Pick<AddAutoRenewedValidatorTx, "stake">): bigint {
  return stake.reduce((weight, { output }) => {
    return addUint64(weight, output.kind === "LockOut" ? output.output.amount : output.amount);
  }, 0n);
}
