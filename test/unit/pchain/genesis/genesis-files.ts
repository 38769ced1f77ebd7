import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { parseJson } from "../../../../src/formats/json.ts";
import { type GenesisConfig, parseGenesisConfig } from "../../../../src/pchain/genesis/config.ts";

const bundled = new URL("../../../../src/networks/genesis/", import.meta.url);
const vectors = new URL("../../../vectors/genesis/", import.meta.url);

/** A configuration that Couloir brings along: `fuji.json`, `local.json`, `mainnet.json.br`. */
export function readBundledConfig(name: string): GenesisConfig {
  const content = readFileSync(new URL(name, bundled));
  const text = name.endsWith(".br") ? brotliDecompressSync(content) : content;
  return parseGenesisConfig(parseJson(text.toString()));
}

/** A configuration of the vectors, without its extension. */
export function readVectorConfig(name: string): GenesisConfig {
  const text = readFileSync(new URL(`${name}.json`, vectors), "utf8");
  return parseGenesisConfig(parseJson(text));
}
