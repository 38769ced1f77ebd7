import { parseServiceAddress } from "../formats/address.ts";
import { emptyId, type Id, type NodeId, type ShortId } from "../formats/bytes.ts";
import { decodeBytes, type Encoding } from "../formats/encoding.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatGoQuoted } from "../formats/go-quote.ts";
import { formatId, parseId } from "../formats/id.ts";
import { parseNodeId } from "../formats/node-id.ts";
import { type DeclaredError, errors } from "../generated/errors.ts";
import { describeValue } from "../generated/issue.ts";
import { platformChainID } from "../networks/chains.ts";
import type { HandlerContext } from "./context.ts";

const emptyIdText = formatId(emptyId);

/**
 * Parses an ID param whose form is already checked. A wrong checksum throws InvalidParams, because AvalancheGo
 * decodes IDs together with the params.
 */
export function idArgument(field: string, text: string): Id {
  if (text === emptyIdText) return emptyId;
  return parsed(field, text, "a cb58 ID of 32 bytes with its checksum", parseId);
}

/** Parses a node ID param. Throws InvalidParams for a wrong checksum. */
export function nodeIDArgument(field: string, text: string): NodeId {
  const expected = "a node ID: NodeID- followed by the cb58 encoding of 20 bytes with its checksum";
  return parsed(field, text, expected, parseNodeId);
}

function parsed<T>(field: string, text: string, expected: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw errors.invalidParams({ field, expected, got: describeValue(text) });
  }
}

/** Decodes a param of bytes. Throws the error that `refuse` makes from the reason. */
export function bytesArgument(
  text: string,
  encoding: Encoding,
  refuse: (problem: { readonly reason: string }) => DeclaredError,
): Uint8Array {
  try {
    return decodeBytes(text, encoding);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw refuse({ reason: error.message });
  }
}

export type AddressReading = Pick<HandlerContext, "blockchains" | "chain" | "views">;

/** Parses a list of addresses, in its order. Throws AddressNotParsed for the first invalid one. */
export function addressArguments(
  texts: readonly string[],
  context: AddressReading,
  chainID: Id = platformChainID,
): ShortId[] {
  return texts.map((text) => {
    try {
      return parseChainAddress(text, context, chainID);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const reason = error.cause instanceof FormatError ? error.cause.message : error.message;
      throw errors.addressNotParsed({ quotedAddress: formatGoQuoted(text), reason });
    }
  });
}

/** Parses an address of a chain, as `parsePlatformAddress` does. */
export function parseChainAddress(text: string, context: AddressReading, chainID: Id): ShortId {
  return chainID === platformChainID
    ? parsePlatformAddress(text, context)
    : parseAddress(text, context, chainID);
}

/**
 * Parses a P-chain address of this network, or the cb58 text of its 20 bytes. Throws FormatError with the message
 * `couldn't parse address "...": ...`; its cause has the reason alone.
 */
export function parsePlatformAddress(text: string, context: AddressReading): ShortId {
  const { chain, views } = context;
  // The cache holds the usual form only: it names its network and depends on no chain alias.
  if (!text.startsWith(`P-${chain.network.hrp}1`)) return parseAddress(text, context);
  const known = views.addresses.get(text);
  if (known !== undefined) return known;
  const address = parseAddress(text, context);
  views.addresses.set(text, address);
  return address;
}

function parseAddress(
  text: string,
  { chain, blockchains }: AddressReading,
  ofChain: Id = platformChainID,
): ShortId {
  const lookupChain = (aliasOrID: string): Id => {
    const chainID = blockchains.lookup(aliasOrID);
    if (chainID === undefined) throw new FormatError(`there is no ID with alias: ${aliasOrID}`);
    return chainID;
  };
  const { hrp } = chain.network;
  return parseServiceAddress(text, { chainID: ofChain, hrp, lookupChain });
}
