import { FormatError } from "../formats/format-error.ts";
import { formatHex } from "../formats/hex.ts";
import { parseJson } from "../formats/json.ts";
import { shapeOf } from "../formats/json-scan.ts";
import { check } from "../generated/data-api/shapes.ts";
import type { EvmGenesis } from "../generated/data-api/types.ts";

const checkEvmGenesis = check("EvmGenesis");

/** The creator of a blockchain chooses its genesis: a deeper value could not be written again. */
const readable = { depthMax: 64, valuesMax: 100_000 };

/** The genesis of a blockchain: the SDK reads that of an EVM as an object, and fails at a member of another type. */
export function genesisView(bytes: Uint8Array): EvmGenesis | string {
  const text = textOf(bytes);
  if (text === undefined) return formatHex(bytes);
  const value = jsonOf(text);
  return checkEvmGenesis(value) === undefined ? (value as EvmGenesis) : text;
}

/** The chain ID of a genesis that is JSON of an EVM. */
export function evmChainIDOf(bytes: Uint8Array): number | undefined {
  const text = textOf(bytes);
  const config = text === undefined ? undefined : memberOf(jsonOf(text), "config");
  const chainID = memberOf(config, "chainId");
  return typeof chainID === "number" && Number.isSafeInteger(chainID) ? chainID : undefined;
}

/** Undefined unless the bytes are UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  if (!text.trimStart().startsWith("{") || shapeOf(text, readable) !== "ok") return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return undefined;
  }
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
