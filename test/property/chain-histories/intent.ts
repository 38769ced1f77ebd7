import type { UnsignedTx } from "../../../src/pchain/txs/tx.ts";
import type { Choice } from "./choice.ts";
import type { Parts, Payment } from "./funds.ts";
import type { View } from "./view.ts";

/** A transaction that is valid now, before it is paid for and signed. */
export type Intent = {
  readonly payment: Payment;
  readonly compose: (parts: Parts) => UnsignedTx;
  /** What no second transaction of the same block may touch: nodes and subnets. */
  readonly touches?: readonly Uint8Array[];
  /** How many L1 validators become active by it. */
  readonly activates?: number;
};

/** Undefined where the chain has no place for the kind now. */
export type Maker = (view: View, choice: Choice) => Intent | undefined;

export const avax = 10n ** 9n;
