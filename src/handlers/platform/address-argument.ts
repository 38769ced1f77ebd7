import { parseServiceAddress } from "../../formats/address.ts";
import type { Id, ShortId } from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { formatGoQuoted } from "../../formats/go-quote.ts";
import { errors } from "../../generated/errors.ts";
import { platformChainID } from "../../networks/chains.ts";
import { BoundedCache } from "../../store/bounded-cache.ts";
import type { HandlerContext } from "../context.ts";

export type AddressReading = Pick<HandlerContext, "chain" | "blockchains">;

/** Clients ask for the same addresses again and again, and bech32 costs microseconds. */
const knownMax = 16_384;
const known = new BoundedCache<string, ShortId>(knownMax);

/** The addresses of a list in a param, in its order. Throws AddressNotParsed for the first bad one. */
export function addressArguments(texts: readonly string[], context: AddressReading): ShortId[] {
  return texts.map((text) => {
    try {
      return parsePlatformAddress(text, context);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const reason = error.cause instanceof FormatError ? error.cause.message : error.message;
      throw errors.addressNotParsed({ quotedAddress: formatGoQuoted(text), reason });
    }
  });
}

/**
 * An address of the P-chain on this network, or cb58 of its 20 bytes. Throws FormatError with the text
 * `couldn't parse address "...": ...`, and what is wrong alone as its cause.
 */
export function parsePlatformAddress(text: string, context: AddressReading): ShortId {
  const { hrp } = context.chain.network;
  // Only the usual form is remembered: it names its network and needs no alias of a chain.
  if (!text.startsWith(`P-${hrp}1`)) return parse(text, context);
  const remembered = known.get(text);
  if (remembered !== undefined) return remembered;
  const address = parse(text, context);
  known.set(text, address);
  return address;
}

function parse(text: string, { chain, blockchains }: AddressReading): ShortId {
  const lookupChain = (aliasOrID: string): Id => {
    const chainID = blockchains.lookup(aliasOrID);
    if (chainID === undefined) throw new FormatError(`there is no ID with alias: ${aliasOrID}`);
    return chainID;
  };
  const { hrp } = chain.network;
  return parseServiceAddress(text, { chainID: platformChainID, hrp, lookupChain });
}
