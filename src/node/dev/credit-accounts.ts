import { sha256 } from "../../crypto/hash.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { Utxo } from "../../pchain/components/utxo.ts";
import { Diff } from "../../pchain/state/diff.ts";
import type { OpenChain } from "../chain/open-chain.ts";
import type { LocalConfig } from "../node-config.ts";
import { accounts } from "./accounts.ts";
import type { DevSettings } from "./dev-settings.ts";
import { fundingUtxo } from "./fund.ts";

/**
 * Gives every account but the first its balance on a new chain, as dev.fund does: the genesis stays AvalancheGo's. The chain
 * notes that it was done.
 */
export function creditAccounts(
  { store, context }: Pick<OpenChain, "store" | "context">,
  settings: DevSettings,
  local: LocalConfig,
): void {
  if (settings.areAccountsCredited || store.blocks.lastAccepted().height > 0n) return;
  const change = new Diff(store.state);
  for (const utxo of accountUtxos(context, local)) {
    change.addUtxo(utxo);
    change.record({ kind: "produced", origin: "dev", utxo });
  }
  store.accept({ blocks: [], changes: [change.changes()] });
  settings.noteAccountsCredited();
}

/** Writes what the accounts were given into a ledger that was off then, or that the store did not have yet. */
export function recordCredits(
  { store, context }: Pick<OpenChain, "store" | "context">,
  settings: DevSettings,
  local: LocalConfig,
): void {
  const { ledger } = store;
  if (!settings.areAccountsCredited || ledger.local.from > 0) return;
  const missing = accountUtxos(context, local).filter(({ txID }) => !ledger.hasTx(txID));
  if (missing.length === 0) return;
  const change = new Diff(store.state);
  for (const utxo of missing) change.record({ kind: "produced", origin: "dev", utxo });
  const sets = { height: 0, nodes: [] };
  const input = { blocks: [], changes: change.changes(), height: 0n, sets };
  store.together(() => ledger.write(input));
}

function accountUtxos(
  { avaxAssetID }: Pick<ChainContext, "avaxAssetID">,
  { accountCount, balanceNavax }: LocalConfig,
): readonly Utxo[] {
  if (balanceNavax === 0n) return [];
  return accounts(accountCount)
    .map(({ address }, number) => {
      const txID = sha256(Buffer.from(`couloir account ${number}`));
      return fundingUtxo(txID, { address, amountNavax: balanceNavax, assetID: avaxAssetID });
    })
    .slice(1);
}
