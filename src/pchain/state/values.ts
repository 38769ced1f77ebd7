import type { Id } from "../../formats/bytes.ts";
import type { Tx } from "../txs/tx.ts";

/** How an auto-renewed validator continues (ACP-236). Adding or deleting its validator resets it. */
export type AutoRenewal = {
  /** Validation rewards that were staked again; part of the weight. */
  readonly accruedValidationRewardsNavax: bigint;
  /** Delegatee rewards that were staked again; part of the weight. */
  readonly accruedDelegateeRewardsNavax: bigint;
  /** The part of the rewards that is staked again, of 1,000,000. */
  readonly autoCompoundRewardShares: number;
  /** Length of the next period in seconds; zero ends the validator with the current one. */
  readonly nextPeriod: bigint;
};

/** Gas that may be used now, and gas used beyond the target (ACP-103). */
export type FeeState = { readonly capacity: bigint; readonly excess: bigint };

export type TxStatus = "Committed" | "Aborted";

export type StoredTx = { readonly tx: Tx; readonly status: TxStatus };

export type SubnetConversion = {
  readonly conversionID: Id;
  readonly managerChainID: Id;
  readonly managerAddress: Uint8Array;
};

/** A used RegisterL1Validator message, which may not be used again before it expires. */
export type Expiry = { readonly timestamp: bigint; readonly validationID: Id };
