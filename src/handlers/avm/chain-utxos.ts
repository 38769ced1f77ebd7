import { formatAddress } from "../../formats/address.ts";
import { equalBytes, type Id, type ShortId } from "../../formats/bytes.ts";
import { formatGoQuoted } from "../../formats/go-quote.ts";
import { formatId } from "../../formats/id.ts";
import { type WrittenText, writtenWithList } from "../../formats/written-json.ts";
import { errors } from "../../generated/errors.ts";
import type { AnyHexEncoding, AnyStartIndex } from "../../generated/types.ts";
import type { UtxoBytes } from "../../store/chain-queries.ts";
import { addressArguments } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import { sourceChainOf, startOf, type UtxoPage, walkUtxos } from "../platform/get-utxos.ts";
import { utxoItems } from "../views/utxos.ts";

/** The params of `avm.getUTXOs` and `avax.getUTXOs`. */
export type ChainUtxoParams = {
  readonly addresses: readonly string[];
  readonly limit: number;
  readonly startIndex?: AnyStartIndex;
  readonly sourceChain: string;
};

export type ChainUtxoContext = Pick<
  HandlerContext,
  "blockchains" | "chain" | "node" | "queries" | "views"
>;

/** A chain that this node does not run. On a dev node it has no blocks: what it owns follows from its genesis. */
export type ForeignChain = {
  readonly alias: "X" | "C";
  readonly chainID: Id;
  /** The outputs of its genesis, in the order in which AvalancheGo lists them; undefined if blocks may have spent them. */
  readonly genesisUtxos: (() => readonly OwnedUtxo[]) | undefined;
};

export type OwnedUtxo = UtxoBytes & { readonly addresses: readonly ShortId[] };

const addressesMax = 1024;
const pageMax = 1024;

/** One page of a chain's outputs, or of those that another chain exported to it. avalanchego vms/avm/service.go GetUTXOs @ v1.14.2 */
export function chainUtxoPage(
  params: ChainUtxoParams,
  context: ChainUtxoContext,
  chain: ForeignChain,
): UtxoPage {
  const count = params.addresses.length;
  if (count === 0) throw errors.noAddresses();
  if (count > addressesMax) throw errors.tooManyAddresses({ count });
  const sourceChain =
    params.sourceChain === "" ? chain.chainID : sourceChainOf(params.sourceChain, context);
  const request = {
    addresses: addressArguments(params.addresses, context, chain.chainID),
    limit: Math.min(params.limit || pageMax, pageMax),
    start: startOf(params.startIndex, context, chain.chainID),
  };
  return walkUtxos(request, {
    ownedBy: sourceOf(sourceChain, context, chain),
    listOf: () => undefined,
  });
}

/** The result for a page. */
export function writtenChainPage(
  page: UtxoPage,
  encoding: AnyHexEncoding | "json",
  context: ChainUtxoContext,
  { alias }: ForeignChain,
): WrittenText {
  const { address, utxoID } = page.end;
  const endIndex = {
    address: formatAddress(alias, context.chain.network.hrp, address),
    utxo: formatId(utxoID),
  };
  const items = utxoItems(page.lists, encoding, context);
  const numFetched = page.count.toString();
  return writtenWithList({ numFetched }, { name: "utxos", items }, { endIndex, encoding });
}

function sourceOf(
  sourceChain: Id,
  { queries }: ChainUtxoContext,
  { alias, chainID, genesisUtxos }: ForeignChain,
): (address: ShortId, after: Id | undefined) => Iterable<UtxoBytes> {
  if (!equalBytes(sourceChain, chainID)) {
    return (address, after) => queries.atomicUtxos.inTransit(sourceChain, chainID, address, after);
  }
  if (genesisUtxos !== undefined) {
    return (address, after) => ownedBy(genesisUtxos(), address, after);
  }
  throw errors.sourceChainNotParsed({
    quotedSourceChain: formatGoQuoted(alias),
    reason: `this node does not execute the ${alias}-chain, so it does not know its own outputs: name the chain that exported them`,
  });
}

function ownedBy(
  utxos: readonly OwnedUtxo[],
  address: ShortId,
  after: Id | undefined,
): readonly UtxoBytes[] {
  const owned = utxos.filter(({ addresses }) =>
    addresses.some((each) => equalBytes(each, address)),
  );
  const start = after && owned.findIndex(({ utxoID }) => equalBytes(utxoID, after));
  return start === undefined ? owned : owned.slice(start + 1);
}
