import type { ShortId } from "../formats/bytes.ts";
import { FormatError } from "../formats/format-error.ts";
import { errors } from "../generated/errors.ts";
import { describeValue } from "../generated/issue.ts";
import { type AddressReading, parsePlatformAddress } from "./arguments.ts";

/** `ownAddress` for each of a list. */
export function ownAddresses(
  field: string,
  texts: readonly string[],
  context: AddressReading,
): ShortId[] {
  return texts.map((text, index) => ownAddress(`${field}[${index}]`, text, context));
}

/**
 * Parses a P-chain address for a method that AvalancheGo does not have. Throws InvalidParams, which names the field, how
 * addresses begin, and the reason.
 */
export function ownAddress(field: string, text: string, context: AddressReading): ShortId {
  try {
    return parsePlatformAddress(text, context);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const reason = error.cause instanceof FormatError ? error.cause.message : error.message;
    const expected = `${ownAddressForm(context)}: ${reason}`;
    throw errors.invalidParams({ field, expected, got: describeValue(text) });
  }
}

/** What an address is, for an error about one that is not. */
export function ownAddressForm({ chain }: Pick<AddressReading, "chain">): string {
  return `a P-chain address of this network, which begins with P-${chain.network.hrp}1`;
}
