import { type Id, keyOf, type ShortId } from "../formats/bytes.ts";
import type { SharedAssetAmount } from "../generated/data-api/types.ts";
import { decodeUtxo } from "../pchain/components/utxo.ts";
import type { UtxoBytes } from "../store/chain-queries.ts";
import { AssetTotals } from "./assets.ts";
import type { DataContext } from "./operation.ts";

type Shared = {
  readonly atomicMemoryUnlocked: SharedAssetAmount[];
  readonly atomicMemoryLocked: SharedAssetAmount[];
};

/** What addresses own between the P-chain and the X- and C-chain. */
export function sharedBalances(
  addresses: readonly ShortId[],
  now: bigint,
  context: DataContext,
): Shared {
  const { atomicUtxos } = context.queries;
  const { xChainID, cChainID } = context.chain;
  const shared: Shared = { atomicMemoryUnlocked: [], atomicMemoryLocked: [] };
  for (const chainID of [xChainID, cChainID]) {
    const ways = {
      import: (address: ShortId) => atomicUtxos.ownedBy(chainID, address),
      export: (address: ShortId) => atomicUtxos.exportedTo(chainID, address),
    };
    for (const [status, owned] of Object.entries(ways)) {
      const totals = totalsOf(
        addresses.flatMap((address) => [...owned(address)]),
        now,
      );
      const members = { sharedWithChainId: context.views.id(chainID as Id), status };
      for (const [member, total] of Object.entries(totals)) {
        const amounts = total.counted(context).map((each) => ({ ...each, ...members }));
        shared[member as keyof Shared].push(...amounts);
      }
    }
  }
  return shared;
}

/** Counts a UTXO of several addresses once. */
function totalsOf(utxos: readonly UtxoBytes[], now: bigint) {
  const totals = { atomicMemoryUnlocked: new AssetTotals(), atomicMemoryLocked: new AssetTotals() };
  for (const { bytes } of new Map(utxos.map((each) => [keyOf(each.utxoID), each])).values()) {
    const { output, assetID } = decodeUtxo(bytes, { bytesMax: bytes.length });
    const isStakeable = output.kind === "LockOut";
    const { amount, locktime } = isStakeable ? output.output : output;
    const isLocked = locktime > now || (isStakeable && output.locktime > now);
    totals[isLocked ? "atomicMemoryLocked" : "atomicMemoryUnlocked"].add(assetID, amount);
  }
  return totals;
}
