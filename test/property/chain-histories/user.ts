import { keyOf } from "../../../src/formats/bytes.ts";
import { complexityOf, gasOf } from "../../../src/pchain/fees/complexity.ts";
import type { Tx } from "../../../src/pchain/txs/tx.ts";
import { inputIDs } from "../../../src/pchain/txs/unsigned-tx.ts";
import type { TxKind } from "../../../src/pchain/wire-types.ts";
import { Choice } from "./choice.ts";
import { pay } from "./funds.ts";
import type { HistoryChain } from "./history-chain.ts";
import type { Intent, Maker } from "./intent.ts";
import {
  convertSubnetToL1Tx,
  disableL1ValidatorTx,
  increaseL1ValidatorBalanceTx,
  registerL1ValidatorTx,
  setL1ValidatorWeightTx,
} from "./l1.ts";
import { baseTx, exportToP, exportTx, importTx } from "./moves.ts";
import {
  addDelegatorTx,
  addPermissionlessDelegatorTx,
  addPermissionlessValidatorTx,
  addSubnetValidatorTx,
  addValidatorTx,
} from "./staking.ts";
import {
  createChainTx,
  createSubnetTx,
  removeSubnetValidatorTx,
  transferSubnetOwnershipTx,
  transformSubnetTx,
} from "./subnets.ts";
import { View } from "./view.ts";

/** The kinds that users issue; the others are the chain's own. */
export type IssuedKind = Exclude<TxKind, "AdvanceTimeTx" | "RewardValidatorTx">;

const makers: Readonly<Record<IssuedKind, Maker>> = {
  BaseTx: baseTx,
  ExportTx: exportTx,
  ImportTx: importTx,
  CreateSubnetTx: createSubnetTx,
  CreateChainTx: createChainTx,
  TransferSubnetOwnershipTx: transferSubnetOwnershipTx,
  TransformSubnetTx: transformSubnetTx,
  AddSubnetValidatorTx: addSubnetValidatorTx,
  RemoveSubnetValidatorTx: removeSubnetValidatorTx,
  AddValidatorTx: addValidatorTx,
  AddDelegatorTx: addDelegatorTx,
  AddPermissionlessValidatorTx: addPermissionlessValidatorTx,
  AddPermissionlessDelegatorTx: addPermissionlessDelegatorTx,
  ConvertSubnetToL1Tx: convertSubnetToL1Tx,
  RegisterL1ValidatorTx: registerL1ValidatorTx,
  SetL1ValidatorWeightTx: setL1ValidatorWeightTx,
  IncreaseL1ValidatorBalanceTx: increaseL1ValidatorBalanceTx,
  DisableL1ValidatorTx: disableL1ValidatorTx,
};

export const issuedKinds = Object.keys(makers) as readonly IssuedKind[];

/** What a user tries, with the numbers that its choices follow from. */
export type Attempt = {
  readonly kind: IssuedKind | "export to P";
  readonly draws: readonly number[];
};

/**
 * A user who knows the rules: where the chain has a place for a kind, it makes a transaction that must be accepted, also
 * beside the others that it has made since the last block.
 */
export class User {
  readonly #world: HistoryChain;
  readonly #touched = new Set<string>();
  #gasUsed = 0n;
  #activated = 0;

  constructor(world: HistoryChain) {
    this.#world = world;
  }

  /** All that was made before is in a block. */
  beginBlock(): void {
    this.#touched.clear();
    this.#gasUsed = 0n;
    this.#activated = 0;
  }

  /** Undefined where there is no place for the kind, or it is another chain that acts. */
  make({ kind, draws }: Attempt): Tx | undefined {
    const view = new View(this.#world);
    const choice = new Choice(draws);
    if (kind === "export to P") {
      exportToP(view, choice);
      return undefined;
    }
    const intent = makers[kind](view, choice);
    if (intent === undefined || !this.#hasRoom(view, intent)) return undefined;
    const tx = this.#pay(view, intent, 0n);
    if (tx === undefined || !this.#takeGas(view, tx)) return undefined;
    this.#activated += intent.activates ?? 0;
    for (const touched of [...(intent.touches ?? []), ...inputIDs(tx.unsigned)]) {
      this.#touched.add(keyOf(touched));
    }
    return tx;
  }

  /** The same transaction at a fee that is one too small. */
  makeUnderpaid({ kind, draws }: Attempt): Tx | undefined {
    if (kind === "export to P") return undefined;
    const view = new View(this.#world);
    const intent = makers[kind](view, new Choice(draws));
    if (intent === undefined || !this.#hasRoom(view, intent)) return undefined;
    const tx = this.#pay(view, intent, -1n);
    return tx !== undefined && this.#fitsGas(view, tx) ? tx : undefined;
  }

  #pay(view: View, { payment, compose }: Intent, extraFee: bigint): Tx | undefined {
    const { network, avaxAssetID } = this.#world.context;
    const funds = {
      state: view.contents,
      now: view.now,
      networkID: network.id,
      avaxAssetID,
      fee: view.fee,
      isReserved: (utxoID: Uint8Array) => this.#touched.has(keyOf(utxoID)),
    };
    return pay(funds, { ...payment, extraFee }, compose);
  }

  #hasRoom(view: View, { touches = [], activates = 0 }: Intent): boolean {
    if (touches.some((touched) => this.#touched.has(keyOf(touched)))) return false;
    const active = view.state.activeL1ValidatorCount() + this.#activated;
    const { capacity } = this.#world.context.network.validatorFees;
    return BigInt(active + activates) <= capacity;
  }

  #takeGas(view: View, tx: Tx): boolean {
    if (!this.#fitsGas(view, tx)) return false;
    this.#gasUsed += this.#gasOf(view, tx);
    return true;
  }

  #fitsGas(view: View, tx: Tx): boolean {
    return !view.isEtna || this.#gasUsed + this.#gasOf(view, tx) <= view.state.feeState().capacity;
  }

  #gasOf(view: View, { unsigned }: Tx): bigint {
    if (!view.isEtna) return 0n;
    return gasOf(complexityOf(unsigned), this.#world.context.network.dynamicFees.weights);
  }
}
