import { decodeBech32, encodeBech32 } from "./bech32.ts";
import { equalBytes, type Id, type ShortId } from "./bytes.ts";
import { expectLength } from "./cb58.ts";
import { FormatError } from "./format-error.ts";
import { formatId, parseShortId } from "./id.ts";

/** `P-avax1...`: chain alias or chain ID, a hyphen, bech32 of the 20 bytes. */
export function formatAddress(chain: string, hrp: string, address: ShortId): string {
  return `${chain}-${encodeBech32(hrp, address)}`;
}

export type ParsedAddress = {
  /** As in the text: an alias or a chain ID. */
  readonly chain: string;
  readonly hrp: string;
  readonly address: ShortId;
};

/**
 * The parts of an address of any chain and network. Throws FormatError.
 * avalanchego utils/formatting/address/address.go @ v1.12.1
 */
export function parseAddress(text: string): ParsedAddress {
  const { chain, hrp, bytes } = splitAddress(text);
  return { chain, hrp, address: expectLength(bytes, 20) };
}

/** The chain and network whose addresses are accepted. */
export type AddressScope = {
  readonly chainID: Id;
  readonly hrp: string;
  /** The chain of an alias or of an ID as text. Throws FormatError if there is none. */
  readonly lookupChain: (aliasOrID: string) => Id;
};

/**
 * An address as API params accept it: cb58 of 20 bytes without a prefix, or an address of the chain
 * and network in scope. Throws FormatError. avalanchego vms/components/avax/addresses.go @ v1.12.1
 */
export function parseServiceAddress(text: string, scope: AddressScope): ShortId {
  // A short ID has no hyphen, which is cheaper to find out than to catch its error.
  if (!text.includes("-")) {
    try {
      return parseShortId(text);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  try {
    return parseLocalAddress(text, scope);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError(`couldn't parse address ${JSON.stringify(text)}: ${error.message}`, {
      cause: error,
    });
  }
}

function parseLocalAddress(text: string, scope: AddressScope): ShortId {
  const { chain, hrp, bytes } = splitAddress(text);
  const chainID = scope.lookupChain(chain);
  if (hrp !== scope.hrp) {
    throw new FormatError(
      `expected hrp ${JSON.stringify(scope.hrp)} but got ${JSON.stringify(hrp)}`,
    );
  }
  const address = expectLength(bytes, 20);
  if (!equalBytes(chainID, scope.chainID)) {
    throw new FormatError(
      `mismatched chainIDs: expected "${formatId(scope.chainID)}" but got "${formatId(chainID)}"`,
    );
  }
  return address;
}

function splitAddress(text: string): { chain: string; hrp: string; bytes: Uint8Array } {
  const hyphen = text.indexOf("-");
  if (hyphen < 0) throw new FormatError("no separator found in address");
  return { chain: text.slice(0, hyphen), ...decodeBech32(text.slice(hyphen + 1)) };
}
