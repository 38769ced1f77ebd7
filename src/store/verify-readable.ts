import type { Blocks } from "./blocks.ts";
import type { ChainState } from "./chain-state.ts";
import type { Txs } from "./txs.ts";
import type { Utxos } from "./utxos.ts";

type Contents = {
  readonly blocks: Blocks;
  readonly txs: Txs;
  readonly utxos: Utxos;
  readonly state: ChainState;
  readonly digest: () => Uint8Array;
};

/** Reads the state and every block, transaction and UTXO of a store. Throws what an unreadable one makes it throw. */
export function verifyReadable(store: Contents): void {
  const { blocks, state, txs, utxos } = store;
  store.digest();
  const { height: last } = blocks.lastAccepted();
  for (let height = 0n; height <= last; height++) {
    if (blocks.byHeight(height) === undefined) throw new Error(`block ${height} is missing`);
  }
  for (const [txID] of txs.statuses()) txs.byID(txID);
  for (const [utxoID] of utxos.all()) utxos.byID(utxoID);
  for (const { txID } of [...state.currentStakers(), ...state.pendingStakers()]) {
    if (txs.byID(txID) === undefined) throw new Error("a staker has no transaction");
  }
}
