import { fileURLToPath } from "node:url";
import { nodeConfig } from "../../src/cli/config.ts";
import { readRawConfig } from "../../src/cli/raw-config.ts";
import { configuredNetwork } from "../../src/node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../src/node/chain/open-chain.ts";
import type { DatabaseConfig, NodeConfig } from "../../src/node/node-config.ts";
import { type HistorySource, openHistory } from "../../src/replay/history-source.ts";
import { type HistoryName, rulesFlag } from "./histories.ts";

/** The folder of a whole recorded history. */
export function historyFolder(name: HistoryName): string {
  return fileURLToPath(new URL(`../histories/${name}`, import.meta.url));
}

/** A recorded history, and a store that has its genesis: in memory unless said otherwise. */
export async function openHistoryChain(
  name: HistoryName,
  database: DatabaseConfig = { directory: "", inMemory: true, readOnly: false },
  flags: readonly string[] = [],
): Promise<{
  readonly source: HistorySource;
  readonly opened: OpenChain;
  readonly config: NodeConfig;
}> {
  const source = await openHistory(historyFolder(name));
  const given = nodeConfig(await readRawConfig([...source.flags, rulesFlag(name), ...flags], {}));
  const config = { ...given, database };
  const network = configuredNetwork(config);
  const nowSeconds = BigInt(Math.floor(Date.now() / 1000));
  const opened = await openChain(config, network, nowSeconds, config.ledger);
  return { source, opened, config };
}
