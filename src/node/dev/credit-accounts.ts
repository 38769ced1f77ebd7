import { sha256 } from "../../crypto/hash.ts";
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
  { accountCount, balanceNavax }: LocalConfig,
): void {
  if (settings.areAccountsCredited || store.blocks.lastAccepted().height > 0n) return;
  const change = new Diff(store.state);
  for (const [number, { address }] of accounts(accountCount).entries()) {
    if (number === 0 || balanceNavax === 0n) continue;
    const txID = sha256(Buffer.from(`couloir account ${number}`));
    const funding = { address, amountNavax: balanceNavax, assetID: context.avaxAssetID };
    const utxo = fundingUtxo(txID, funding);
    change.addUtxo(utxo);
    change.record({ kind: "produced", origin: "dev", utxo });
  }
  store.accept({ blocks: [], changes: [change.changes()] });
  settings.noteAccountsCredited();
}
