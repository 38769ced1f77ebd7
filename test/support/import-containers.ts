import { readFileSync } from "node:fs";
import { genesisBlocks } from "../../src/foreign-chains/genesis-blocks.ts";
import { importContainers } from "../../src/indexer/import-containers.ts";
import { Indexer } from "../../src/indexer/indexer.ts";
import type { OpenChain } from "../../src/node/chain/open-chain.ts";
import { ContainerImport } from "../../src/store/container-import.ts";

/** Puts the containers of test/vectors/containers.json into the indices of the X- and C-chain of network local. */
export async function importRecordedContainers({ store, context }: OpenChain): Promise<void> {
  const url = new URL("../vectors/containers.json", import.meta.url);
  const { containers } = JSON.parse(readFileSync(url, "utf8")) as { containers: object[] };
  const text = containers.map((container) => `${JSON.stringify(container)}\n`).join("");
  const { upgrades } = context.network;
  const indexer = new Indexer({ database: store.database(), upgrades, enabled: true });
  const genesisIDs = genesisBlocks(store, context);
  await importContainers(piecesOf(text), new ContainerImport(store.database(), indexer.logs), {
    pChainBlockID: (height) => store.blocks.byHeight(height)?.id,
    genesisID: (path) =>
      ({ "X/block": genesisIDs.X, "C/block": genesisIDs.C })[path as "X/block" | "C/block"],
  });
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
