import type { Id } from "../formats/bytes.ts";

export type Balance = {
  /** By asset ID. Each sum saturates at 2^64 - 1. */
  readonly assets: readonly AssetBalance[];
  /** A list for each address, in the order of `ownedBy`. The store returns the same lists until they change. */
  readonly utxos: readonly (readonly OutputReference[])[];
};

export type OutputReference = { readonly txID: Id; readonly outputIndex: number };

export type AssetBalance = {
  readonly assetID: Id;
  readonly unlocked: bigint;
  readonly lockedStakeable: bigint;
  readonly lockedNotStakeable: bigint;
};
