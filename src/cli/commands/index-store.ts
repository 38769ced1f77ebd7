import type { KnownChains } from "../../indexer/import-containers.ts";
import { Indexer } from "../../indexer/indexer.ts";
import { genesisBlocks } from "../../node/chain-genesis/genesis-blocks.ts";
import { machineClock } from "../../node/clock.ts";
import { configuredNetwork } from "../../node/configured-network.ts";
import { type OpenChain, openChain } from "../../node/open-chain.ts";
import { StartError } from "../../node/start-error.ts";
import { type IndexPath, indexPaths } from "../../store/container-log.ts";
import type { Terminal } from "../command.ts";
import { readSettings } from "../settings.ts";

/** The indices of the configured node, and what they are compared with. */
export type IndexStore = {
  readonly opened: OpenChain;
  readonly indexer: Indexer;
  readonly chains: KnownChains;
};

/** Opens the store that the flags name, does the work and closes it. Mistakes are told and give 1. */
export async function withIndexStore(
  flags: readonly string[],
  terminal: Terminal,
  work: (store: IndexStore) => Promise<number>,
): Promise<number> {
  const settings = await readSettings(flags, terminal);
  if ("exitCode" in settings) return settings.exitCode;
  const { config } = settings;
  let opened: OpenChain;
  try {
    const nowSeconds = machineClock.nowNanos() / 1_000_000_000n;
    opened = await openChain(config, configuredNetwork(config), nowSeconds);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    terminal.err(`${error.message}\n`);
    return 1;
  }
  try {
    const { store, context } = opened;
    const indexer = new Indexer({
      database: store.database(),
      upgrades: context.network.upgrades,
      enabled: true,
    });
    return await work({ opened, indexer, chains: knownChains(opened) });
  } finally {
    await opened.close();
  }
}

/** Arguments before the first flag, and the flags. */
export function splitArguments(args: readonly string[]): {
  readonly words: readonly string[];
  readonly flags: readonly string[];
} {
  const isFlag = (arg: string) => arg.startsWith("-") && arg !== "-";
  const at = args.findIndex(isFlag);
  return at < 0 ? { words: args, flags: [] } : { words: args.slice(0, at), flags: args.slice(at) };
}

/** The paths that words name, all where there is none; the word that is no path otherwise. */
export function pathsOf(
  words: readonly string[],
): { readonly paths: readonly IndexPath[] } | { readonly wrong: string } {
  const isPath = (word: string): word is IndexPath =>
    (indexPaths as readonly string[]).includes(word);
  const wrong = words.find((word) => !isPath(word));
  if (wrong !== undefined) return { wrong };
  return { paths: words.length === 0 ? indexPaths : words.filter(isPath) };
}

function knownChains({ store, context }: OpenChain): KnownChains {
  const others = genesisBlocks(store, context);
  const genesisIDs: Readonly<Partial<Record<IndexPath, Uint8Array | undefined>>> = {
    "P/block": store.blocks.byHeight(0n)?.id,
    "X/block": others.X,
    "C/block": others.C,
  };
  return {
    pChainBlockID: (height) => store.blocks.byHeight(height)?.id,
    genesisID: (path) => genesisIDs[path],
  };
}
