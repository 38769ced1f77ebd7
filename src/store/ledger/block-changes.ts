import type { EndReason } from "../../pchain/state/outcome.ts";
import type { LedgerRow, LedgerTableName } from "./schema.ts";

/**
 * What one block, or one change of a dev node, adds to the ledger: plain data, in the order in which it happened. Every
 * change names all that its row consists of, because the row itself may not be filled yet.
 */
export type LedgerChanges = {
  readonly height: number;
  readonly rows: { readonly [Name in InsertedTable]: readonly LedgerRow<Name>[] };
  readonly outputs: readonly OutputChange[];
  readonly stakers: readonly StakerChange[];
  readonly subnets: readonly SubnetChange[];
  /** Of a validator that is known already, nothing is written. */
  readonly l1Validators: readonly LedgerRow<"l1_validators">[];
  /** Added to the row of the day. */
  readonly days: readonly LedgerRow<"days">[];
};

/** Their rows never change. */
type InsertedTable = Extract<
  LedgerTableName,
  | "blocks"
  | "txs"
  | "imports"
  | "address_txs"
  | "rewards"
  | "validator_changes"
  | "subnet_owners"
  | "chains"
  | "l1_events"
  | "warp_messages"
>;

/**
 * An output with all its columns, and its owners, 20 bytes each. Of one that is created, the writer keeps the row and adds
 * what happens to it.
 */
export type OutputChange =
  | { readonly kind: "created"; readonly row: LedgerRow<"outputs"> }
  /** Stake that comes back. */
  | { readonly kind: "released"; readonly row: LedgerRow<"outputs"> }
  | { readonly kind: "spent"; readonly row: LedgerRow<"outputs"> };

export type StakerChange =
  | { readonly kind: "added"; readonly row: LedgerRow<"staking_periods"> }
  | { readonly kind: "began"; readonly row: LedgerRow<"staking_periods"> }
  | {
      readonly kind: "ended";
      readonly row: LedgerRow<"staking_periods"> & { readonly end_reason: EndReason };
    };

export type SubnetChange =
  | { readonly kind: "created"; readonly row: LedgerRow<"subnets"> }
  | { readonly kind: "transformed"; readonly row: LedgerRow<"subnets"> }
  | { readonly kind: "converted"; readonly row: LedgerRow<"subnets"> };
