import type { ChainContext } from "../../networks/network.ts";
import type { Block } from "../../pchain/blocks/block.ts";
import type { ReceivedContainer } from "../../pchain/blocks/proposervm.ts";
import type { ChangeSet } from "../../pchain/state/changes.ts";
import type { State } from "../../pchain/state/state.ts";
import type { NetworkTotals } from "./network-totals.ts";
import type { LedgerRow } from "./schema.ts";

/** Everything that the rows of a block follow from. */
export type Execution = {
  /** One block, or a proposal and its option. Empty for a change of a dev node. */
  readonly blocks: readonly Block[];
  /** The container that each of them came in, as far as it is known. */
  readonly containers: readonly (ReceivedContainer | undefined)[];
  readonly height: number;
  readonly changes: ChangeSet;
  /** The state without the changes. */
  readonly before: State;
  readonly totalsBefore: NetworkTotals;
  readonly totals: NetworkTotals;
  readonly context: ChainContext;
  readonly validatorChanges: readonly LedgerRow<"validator_changes">[];
  /** Position of the first change outside of blocks. */
  readonly devPosition?: number;
};
