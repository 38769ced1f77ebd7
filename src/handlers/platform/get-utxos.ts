import {
  type BytesKey,
  compareBytes,
  emptyId,
  equalBytes,
  type Id,
  keyOf,
  type ShortId,
  sortedUnique,
} from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { formatGoQuoted } from "../../formats/go-quote.ts";
import { formatId, parseId } from "../../formats/id.ts";
import { type WrittenText, writtenWithList } from "../../formats/written-json.ts";
import { errors } from "../../generated/errors.ts";
import { deferredLimits } from "../../generated/limits.ts";
import type { AnyStartIndex, UTXOIndex } from "../../generated/types.ts";
import { platformChainID } from "../../networks/chains.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { UtxoBytes, UtxoList } from "../../store/chain-queries.ts";
import { type AddressReading, addressArguments, parseChainAddress } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { WrittenHandler } from "../handler.ts";
import { addressText } from "../views/owners.ts";
import { utxoItems } from "../views/utxos.ts";

/** The unspent outputs of some addresses, page by page. specification 4.3 and 8 */
export const getUTXOs: WrittenHandler<
  "platform.getUTXOs",
  "blockchains" | "chain" | "queries" | "views"
> = (params, context) => {
  const page = utxoPage(params, context);
  const { encoding } = params;
  const items = utxoItems(page.lists, encoding, context);
  return writtenPage(page, { items, encoding }, context.chain);
};

/** The result for a page whose UTXOs are written, separated by commas. */
export function writtenPage(
  page: UtxoPage,
  { items, encoding }: { readonly items: string; readonly encoding: string },
  chain: ChainContext,
): WrittenText {
  const numFetched = page.count.toString();
  const endIndex = endIndexView(page, chain);
  return writtenWithList({ numFetched }, { name: "utxos", items }, { endIndex, encoding });
}

export type UtxoPageParams = {
  readonly addresses: readonly string[];
  readonly limit: number;
  readonly startIndex?: AnyStartIndex;
  readonly sourceChain: string;
};

const limits = deferredLimits["platform.getUTXOs"];

/**
 * Reads the params and returns one page. Clients can observe the order of the checks: number of addresses, source
 * chain, addresses, start. avalanchego vms/platformvm/service.go GetUTXOs @ v1.12.1
 */
export function utxoPage(
  params: UtxoPageParams,
  context: AddressReading & Pick<HandlerContext, "queries">,
): UtxoPage {
  const count = params.addresses.length;
  if (count < limits.addresses.minItems) throw errors.noAddresses();
  if (count > limits.addresses.maxItems) throw errors.tooManyAddresses({ count });
  const sourceChain = sourceChainOf(params.sourceChain, context);
  const request = {
    addresses: addressArguments(params.addresses, context),
    limit: Math.min(params.limit || limits.limit.default, limits.limit.default),
    start: startOf(params.startIndex, context),
  };
  const { utxos, atomicUtxos } = context.queries;
  return equalBytes(sourceChain, platformChainID)
    ? walkUtxos(request, utxos)
    : walkUtxos(request, {
        ownedBy: (address, after) => atomicUtxos.ownedBy(sourceChain, address, after),
        listOf: () => undefined,
      });
}

export type UtxoPage = {
  /** The UTXOs in order; for an address with few ones its list in the store. */
  readonly lists: readonly (readonly UtxoBytes[])[];
  readonly count: number;
  /** The last address and UTXO ID that the walk visited: the start of the next page. */
  readonly end: UtxoPlace;
};

export type UtxoPlace = { readonly address: ShortId; readonly utxoID: Id };

export type UtxoPageRequest = {
  readonly addresses: readonly ShortId[];
  readonly limit: number;
  readonly start?: UtxoPlace | undefined;
};

/**
 * Visits the addresses in the order of their bytes until the page has `limit` UTXOs, each once. Like AvalancheGo, it
 * returns the place where it stopped. AvalancheGo may stop before the limit if addresses share UTXOs; this walk does
 * not, so fewer UTXOs than the limit always mean the end. avalanchego vms/components/avax/utxo_fetching.go @ v1.12.1
 */
export function walkUtxos(
  { addresses, limit, start }: UtxoPageRequest,
  source: {
    readonly ownedBy: (address: ShortId, after: Id | undefined) => Iterable<UtxoBytes>;
    readonly listOf: (address: ShortId) => UtxoList | undefined;
  },
): UtxoPage {
  const lists: (readonly UtxoBytes[])[] = [];
  let count = 0;
  const seen = new Set<BytesKey>();
  let endAddress = start?.address ?? emptyAddress;
  let endUtxoID = start?.utxoID ?? emptyId;
  for (const address of sortedUnique(addresses)) {
    if (start !== undefined && compareBytes(address, start.address) < 0) continue;
    const isStart = start !== undefined && equalBytes(address, start.address);
    endAddress = address;
    const whole = isStart ? undefined : source.listOf(address);
    if (whole !== undefined && !whole.isShared && count + whole.utxos.length < limit) {
      lists.push(whole.utxos);
      count += whole.utxos.length;
      endUtxoID = whole.utxos.at(-1)?.utxoID ?? endUtxoID;
      continue;
    }
    const utxos: UtxoBytes[] = [];
    lists.push(utxos);
    for (const utxo of source.ownedBy(address, isStart ? start.utxoID : undefined)) {
      const { utxoID } = utxo;
      endUtxoID = utxoID;
      const key = keyOf(utxoID);
      if (seen.has(key)) continue;
      seen.add(key);
      utxos.push(utxo);
      count += 1;
      if (count >= limit) return { lists, count, end: { address, utxoID } };
    }
  }
  return { lists, count, end: { address: endAddress, utxoID: endUtxoID } };
}

const emptyAddress: ShortId = new Uint8Array(20);

/** The end of a page in the form of the next call's `startIndex`. */
export function endIndexView({ end }: UtxoPage, chain: ChainContext): UTXOIndex {
  return { address: addressText(end.address, chain), utxo: formatId(end.utxoID) };
}

/** Throws SourceChainNotParsed. */
export function sourceChainOf(
  text: string,
  { blockchains }: Pick<HandlerContext, "blockchains">,
): Id {
  if (text === "") return platformChainID;
  const chainID = blockchains.lookup(text);
  if (chainID !== undefined) return chainID;
  throw errors.sourceChainNotParsed({
    quotedSourceChain: formatGoQuoted(text),
    reason: `there is no ID with alias: ${text}`,
  });
}

/** Throws StartAddressNotParsed and StartUTXONotParsed. */
export function startOf(
  { address = "", utxo = "" }: AnyStartIndex = {},
  context: AddressReading,
  chainID: Id = platformChainID,
): UtxoPlace | undefined {
  if (address === "" && utxo === "") return undefined;
  return { address: startAddressOf(address, context, chainID), utxoID: startUtxoIDOf(utxo) };
}

function startAddressOf(text: string, context: AddressReading, chainID: Id): ShortId {
  try {
    return parseChainAddress(text, context, chainID);
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
