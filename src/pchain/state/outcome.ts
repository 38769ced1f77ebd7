import type { Id } from "../../formats/bytes.ts";
import type { TransferableInput } from "../components/inputs.ts";
import type { OutputOwners } from "../components/owners.ts";
import type { Utxo } from "../components/utxo.ts";
import type { Tx } from "../txs/tx.ts";
import type { L1Validator } from "./l1-validator.ts";
import type { Staker } from "./staker.ts";
import type { SubnetConversion, TxStatus } from "./values.ts";

/**
 * What execution did and why, in order: the facts that the changes of a state do not show. What follows a `tx` belongs to
 * that transaction until the next one, except where time is the cause. Only executors record outcomes.
 */
export type Outcome =
  | { readonly kind: "tx"; readonly tx: Tx; readonly status: TxStatus }
  | FundsOutcome
  | StakingOutcome
  | L1Outcome
  | SubnetOutcome;

export type FundsOutcome =
  | { readonly kind: "spent"; readonly utxo: Utxo }
  | { readonly kind: "imported"; readonly sourceChain: Id; readonly input: TransferableInput }
  | { readonly kind: "exported"; readonly destinationChain: Id; readonly utxo: Utxo }
  | { readonly kind: "produced"; readonly origin: UtxoOrigin; readonly utxo: Utxo }
  /** Outputs of the transaction are staked: they become UTXOs when the period ends. */
  | { readonly kind: "staked"; readonly utxo: Utxo }
  | {
      readonly kind: "rewarded";
      readonly reward: RewardKind;
      /** Whose end paid it. */
      readonly staker: Staker;
      readonly utxo: Utxo;
    };

/** `stake` comes back when a period ends, `balance` is the rest of an L1 validator's balance. */
export type UtxoOrigin = "genesis" | "output" | "import" | "stake" | "balance" | "dev";

/** `delegatee` is the validator's share of its delegators' rewards. */
export type RewardKind = "validator" | "delegator" | "delegatee";

export type StakingOutcome =
  | {
      readonly kind: "staker added";
      readonly staker: Staker;
      readonly isPending: boolean;
      readonly terms: StakingTerms;
    }
  /** Its time has come: it is current now. */
  | { readonly kind: "staker began"; readonly staker: Staker }
  | {
      readonly kind: "staker ended";
      readonly staker: Staker;
      readonly reason: EndReason;
      /** Of a delegator: the validator's share of the reward, paid or accrued. */
      readonly delegateeShareNavax: bigint;
      /** The part of the rewards that the next period stakes. */
      readonly restakedNavax: bigint;
    }
  /** A SetAutoRenewedValidatorConfigTx. */
  | { readonly kind: "renewal configured"; readonly staker: Staker };

/** What a staking transaction says that a staker does not. */
export type StakingTerms = {
  readonly rewardsOwner: OutputOwners;
  /** Of a validator with stake. */
  readonly delegationRewardsOwner: OutputOwners | undefined;
  readonly delegationShares: number | undefined;
  readonly isAutoRenewed: boolean;
};

/** `over`: a permissioned validator, which has no reward. `stopped`: an auto-renewed validator did not continue. */
export type EndReason = "rewarded" | "not rewarded" | "removed" | "renewed" | "stopped" | "over";

export type L1Outcome = {
  readonly kind: "l1 validator";
  readonly event: L1Event;
  readonly validator: L1Validator;
  /** Added, paid back or forfeited. */
  readonly changeNavax: bigint;
  /** The accrued fees of the state at that moment. */
  readonly accruedFees: bigint;
  /** The UTXO that returns the balance. */
  readonly returned?: Utxo | undefined;
};

/** `ran out` has no transaction. */
export type L1Event = "registered" | "weight" | "topped up" | "disabled" | "ran out" | "removed";

export type SubnetOutcome =
  | { readonly kind: "subnet created"; readonly subnetID: Id }
  | { readonly kind: "subnet owner"; readonly subnetID: Id; readonly owner: OutputOwners }
  | { readonly kind: "subnet transformed"; readonly subnetID: Id; readonly assetID: Id }
  | {
      readonly kind: "subnet converted";
      readonly subnetID: Id;
      readonly conversion: SubnetConversion;
    }
  | { readonly kind: "chain created"; readonly chain: Tx }
  | {
      readonly kind: "warp message";
      readonly message: WarpKind;
      readonly sourceChainID: Id;
      readonly sourceAddress: Uint8Array;
      readonly validationID: Id;
      readonly signers: number;
    };

export type WarpKind = "RegisterL1Validator" | "L1ValidatorWeight";
