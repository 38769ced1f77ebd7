import { equalBytes, type Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import { describeValue } from "../../generated/issue.ts";
import { CodecError } from "../../pchain/codec/reader.ts";
import { decodeUtxo, type Utxo, utxoID } from "../../pchain/components/utxo.ts";
import { bytesArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";
import { ownAddress } from "../own-addresses.ts";

/** Adds a UTXO to shared memory as if another chain had exported it to the P-chain. */
export const addAtomicUTXO: Handler<
  "dev.addAtomicUTXO",
  "blockchains" | "chain" | "dev" | "views"
> = ({ utxo: bytes, address, amount, encoding, ...params }, context) => {
  const sourceChain = sourceChainOf(params.sourceChain, context);
  if (bytes === undefined) {
    const { owner, amountNavax } = newUtxo(address, amount, context);
    return idOf(context.dev.creditAtomicUTXO(sourceChain, owner, amountNavax));
  }
  if (address !== undefined || amount !== undefined) {
    const field = address === undefined ? "amount" : "address";
    throw errors.invalidParams({ field, expected: "nothing besides utxo", got: "a value" });
  }
  const utxo = parsed(bytesArgument(bytes, encoding, errors.uTXONotDecoded));
  if (context.dev.addAtomicUTXO(sourceChain, utxo)) return idOf(utxo);
  throw errors.uTXOAlreadyExported(idOf(utxo));
};

const idOf = (utxo: Utxo) => ({ utxoID: formatId(utxoID(utxo)) });

function newUtxo(
  address: string | undefined,
  amountNavax: bigint | undefined,
  context: Pick<HandlerContext, "blockchains" | "chain" | "views">,
) {
  if (address === undefined) throw missing("address", "a P-chain address, or utxo");
  if (amountNavax === undefined) throw missing("amount", "an amount in nAVAX, or utxo");
  return { owner: ownAddress("address", address, context), amountNavax };
}

function missing(field: string, expected: string) {
  return errors.invalidParams({ field, expected, got: "nothing" });
}

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
