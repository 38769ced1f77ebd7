import { equalBytes, type Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import { describeValue } from "../../generated/issue.ts";
import { CodecError } from "../../pchain/codec/reader.ts";
import { decodeUtxo, type Utxo, utxoID } from "../../pchain/components/utxo.ts";
import { bytesArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";

/** Adds a UTXO to shared memory as if another chain had exported it to the P-chain. */
export const addAtomicUTXO: Handler<"dev.addAtomicUTXO", "blockchains" | "chain" | "dev"> = (
  params,
  context,
) => {
  const utxo = parsed(bytesArgument(params.utxo, params.encoding, errors.uTXONotDecoded));
  const id = formatId(utxoID(utxo));
  const sourceChain = sourceChainOf(params.sourceChain, context);
  if (!context.dev.addAtomicUTXO(sourceChain, utxo)) {
    throw errors.uTXOAlreadyExported({ utxoID: id });
  }
  return { utxoID: id };
};

function parsed(bytes: Uint8Array): Utxo {
  try {
    return decodeUtxo(bytes);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw errors.uTXONotParsed({ reason: error.message });
  }
}

function sourceChainOf(
  text: string,
  { blockchains, chain }: Pick<HandlerContext, "blockchains" | "chain">,
): Id {
  const chainID = blockchains.lookup(text);
  const sources = [chain.xChainID, chain.cChainID];
  const isSource = chainID !== undefined && sources.some((id) => equalBytes(id, chainID));
  if (isSource) return chainID;
  throw errors.invalidParams({
    field: "sourceChain",
    expected: "the X- or C-chain, by ID or alias",
    got: describeValue(text),
  });
}
