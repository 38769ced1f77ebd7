import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { AnyEncoding } from "../../generated/types.ts";
import { atomicUtxoPage, cChain } from "../avax/get-utxos.ts";
import {
  type ChainUtxoContext,
  chainUtxoPage,
  type ForeignChain,
  writtenChainPage,
} from "../avm/chain-utxos.ts";
import { xChain } from "../avm/get-utxos.ts";
import type { AvalanchegoWrittenHandler } from "../handler.ts";
import type { UtxoPage } from "../platform/get-utxos.ts";

type Used = "blockchains" | "chain" | "node" | "queries" | "views";

/** Any encoding of bytes. Encoding `json` fails at the first UTXO. avalanchego vms/avm/service.go @ v1.14.2 */
export const avmGetUTXOs: AvalanchegoWrittenHandler<"avm.getUTXOs", Used> = (params, context) => {
  const chain = xChain(context);
  return written(chainUtxoPage(params, context, chain), params.encoding, context, chain);
};

/** The same for the C-chain. */
export const avaxGetUTXOs: AvalanchegoWrittenHandler<"avax.getUTXOs", Used> = (params, context) =>
  written(atomicUtxoPage(params, context), params.encoding, context, cChain(context));

function written(
  page: UtxoPage,
  encoding: AnyEncoding,
  context: ChainUtxoContext,
  chain: ForeignChain,
) {
  const [first] = page.lists.flat();
  if (encoding === "json" && first !== undefined) {
    throw errors.uTXONotEncoded({ utxoID: formatId(first.utxoID) });
  }
  return writtenChainPage(page, encoding, context, chain);
}
