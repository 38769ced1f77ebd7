import { FormatError } from "../formats/format-error.ts";
import { parseJson } from "../formats/json.ts";
import type { Blockchain } from "../generated/data-api/types.ts";
import type { CreateChainTx } from "../pchain/txs/subnets.ts";
import type { TxRecord } from "../store/ledger/queries/ledger-queries.ts";
import type { DataContext } from "./operation.ts";
import { genesisText } from "./tx-content.ts";

/** A blockchain that a transaction created. */
export function blockchainView(
  { id, time, block_height }: TxRecord,
  showsGenesis: boolean,
  context: DataContext,
): Blockchain {
  const { views, queries } = context;
  const unsigned = queries.txs.byID(id)?.tx.unsigned;
  if (unsigned?.kind !== "CreateChainTx") throw new Error("no CreateChainTx created a blockchain");
  const evmChainId = evmChainIDOf(unsigned);
  return {
    createBlockTimestamp: time,
    createBlockNumber: block_height.toString(),
    blockchainId: views.id(id),
    vmId: views.id(unsigned.vmID),
    subnetId: views.id(unsigned.subnetID),
    blockchainName: unsigned.chainName,
    ...(evmChainId !== undefined && { evmChainId }),
    ...(showsGenesis && { genesisData: genesisText(unsigned.genesisData) }),
  };
}

/** Of a genesis that is JSON of an EVM. */
function evmChainIDOf({ genesisData }: CreateChainTx): number | undefined {
  const config = memberOf(jsonOf(genesisText(genesisData)), "config");
  const chainID = memberOf(config, "chainId");
  return typeof chainID === "number" && Number.isSafeInteger(chainID) ? chainID : undefined;
}

function jsonOf(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return undefined;
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
