import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { type GenesisConfig, parseGenesisConfig } from "../../../../src/pchain/genesis/config.ts";
import { recordedGenesis } from "../../../support/genesis-chain.ts";
import type { HistoryName } from "../../../support/histories.ts";

const bundled = new URL("../../../../src/networks/genesis/", import.meta.url);

/** A configuration that Couloir brings along: `fuji.json`, `local.json`, `mainnet.json.br`. */
export function readBundledConfig(name: string): GenesisConfig {
  const content = readFileSync(new URL(name, bundled));
  const text = name.endsWith(".br") ? brotliDecompressSync(content) : content;
  return parseGenesisConfig(text);
}

/** The configuration of the test vectors of genesis, or of a recorded history. */
export function readVectorConfig(name: GenesisVector | HistoryName): GenesisConfig {
  if (!isGenesisVector(name)) return recordedGenesis(name);
  const file = new URL(`../../../vectors/genesis/${name}.json`, import.meta.url);
  return parseGenesisConfig(readFileSync(file));
}

const genesisVectors = ["test-9999", "no-initial-amount", "repeated-c-chain-address"] as const;

type GenesisVector = (typeof genesisVectors)[number];

const isGenesisVector = (name: string): name is GenesisVector =>
  (genesisVectors as readonly string[]).includes(name);
