import { equalBytes, type Id, type ShortId } from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { formatGoQuoted } from "../../formats/go-quote.ts";
import { formatId, parseId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { AnyStartIndex, UTXOIndex } from "../../generated/types.ts";
import { platformChainID } from "../../networks/chains.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { UtxoPage } from "../../store/chain-queries.ts";
import type { HandlerContext } from "../context.ts";
import { type AddressReading, addressArguments, parsePlatformAddress } from "./address-argument.ts";
import { addressText } from "./owner-view.ts";

export type UtxoWalk = {
  readonly addresses: readonly string[];
  readonly limit: number;
  readonly startIndex?: AnyStartIndex;
  readonly sourceChain: string;
};

const addressesMax = 1024;
const limitMax = 1024;

/**
 * One page of the UTXOs of some addresses. The order of the checks can be seen from outside: number of addresses,
 * source chain, addresses, start. avalanchego vms/platformvm/service.go GetUTXOs @ v1.12.1
 */
export function utxoPage(
  walk: UtxoWalk,
  context: AddressReading & Pick<HandlerContext, "queries">,
): UtxoPage {
  const count = walk.addresses.length;
  if (count === 0) throw errors.noAddresses();
  if (count > addressesMax) throw errors.tooManyAddresses({ count });
  const sourceChain = sourceChainOf(walk.sourceChain, context);
  const request = {
    addresses: addressArguments(walk.addresses, context),
    limit: walk.limit === 0 ? limitMax : Math.min(walk.limit, limitMax),
    start: startOf(walk.startIndex, context),
  };
  const { utxos, atomicUtxos } = context.queries;
  return equalBytes(sourceChain, platformChainID)
    ? utxos.page(request)
    : atomicUtxos.page(sourceChain, request);
}

/** Where the page ended, as the next call takes it. */
export function endIndexView({ end }: UtxoPage, chain: ChainContext): UTXOIndex {
  return { address: addressText(end.address, chain), utxo: formatId(end.utxoID) };
}

function sourceChainOf(text: string, { blockchains }: Pick<HandlerContext, "blockchains">): Id {
  if (text === "") return platformChainID;
  const chainID = blockchains.lookup(text);
  if (chainID !== undefined) return chainID;
  throw errors.sourceChainNotParsed({
    quotedSourceChain: formatGoQuoted(text),
    reason: `there is no ID with alias: ${text}`,
  });
}

function startOf(
  { address = "", utxo = "" }: AnyStartIndex = {},
  context: AddressReading,
): { readonly address: ShortId; readonly utxoID: Id } | undefined {
  if (address === "" && utxo === "") return undefined;
  return { address: startAddressOf(address, context), utxoID: startUtxoIDOf(utxo) };
}

function startAddressOf(text: string, context: AddressReading): ShortId {
  try {
    return parsePlatformAddress(text, context);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const quotedAddress = formatGoQuoted(text);
    throw errors.startAddressNotParsed({ quotedAddress, reason: error.message });
  }
}

function startUtxoIDOf(text: string): Id {
  try {
    return parseId(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw errors.startUTXONotParsed({ reason: error.message });
  }
}
