import { equalBytes, type Id } from "../../formats/bytes.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { ChainStore } from "../../store/chain-store.ts";

export type UnfoundedImportsOptions = {
  /** The exporting chain. */
  readonly chainID: Id;
  readonly store: Pick<ChainStore, "atomicUtxos" | "blocks">;
  /** Whether every export of the chain up to its stored tip is known. */
  readonly isWhole: () => boolean;
  readonly nowMillis: () => number;
};

/** A poll of validators is over within this time. */
const pollMs = 10_000;

type Sample = { readonly atMillis: number; readonly height: bigint };

/**
 * Finds imports of the P-chain whose exports do not exist. The validators had the export when they accepted the import, so
 * a tip of the exporting chain that they attest afterwards is above it.
 */
export class UnfoundedImports {
  readonly #options: UnfoundedImportsOptions;
  /** The P-chain's heights at attestations of the last seconds, the oldest first. */
  #samples: Sample[] = [];

  constructor(options: UnfoundedImportsOptions) {
    this.#options = options;
  }

  /** Call it when the exporting chain's tip was attested and is stored. Returns a UTXO that was imported and never exported. */
  attested(): Id | undefined {
    const { chainID, store, isWhole, nowMillis } = this.#options;
    const now = nowMillis();
    const { height } = store.blocks.lastAccepted();
    const old = this.#samples.findLastIndex(({ atMillis }) => atMillis <= now - pollMs);
    const before = this.#samples[old];
    this.#samples = [...this.#samples.slice(Math.max(0, old)), { atMillis: now, height }];
    if (before === undefined || !isWhole()) return undefined;
    return store.atomicUtxos.importedUnfounded(chainID, before.height);
  }
}

/**
 * Whether an import from a chain can be verified as on a full node, by the chains that are stored up to the network's tip. Chains beside X and C
 * never export anything to the P-chain: a node that has both knows enough to say why such an import is wrong.
 */
export function knowsExports(
  sourceChain: Id,
  { xChainID, cChainID }: Pick<ChainContext, "xChainID" | "cChainID">,
  bootstrapped: readonly ("X" | "C")[],
): boolean {
  if (equalBytes(sourceChain, xChainID)) return bootstrapped.includes("X");
  if (equalBytes(sourceChain, cChainID)) return bootstrapped.includes("C");
  return bootstrapped.includes("X") && bootstrapped.includes("C");
}
