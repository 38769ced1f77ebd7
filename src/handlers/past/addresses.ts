import type { ShortId } from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { errors } from "../../generated/errors.ts";
import { describeValue } from "../../generated/issue.ts";
import { type AddressReading, parsePlatformAddress } from "../arguments.ts";

/** Parses a list of addresses. Throws InvalidParams, which names the invalid one and the reason. */
export function pastAddresses(
  field: string,
  texts: readonly string[],
  context: AddressReading,
): ShortId[] {
  return texts.map((text, index) => {
    try {
      return parsePlatformAddress(text, context);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const reason = error.cause instanceof FormatError ? error.cause.message : error.message;
      throw errors.invalidParams({
        field: `${field}[${index}]`,
        expected: `a P-chain address of this network: ${reason}`,
        got: describeValue(text),
      });
    }
  });
}
