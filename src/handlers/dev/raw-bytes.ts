import { decodeBytes } from "../../formats/encoding.ts";
import { FormatError } from "../../formats/format-error.ts";
import type { DeclaredError } from "../../generated/errors.ts";

/** The bytes of a param; throws what `refuse` makes of the reason where it has none. */
export function rawBytes(
  text: string,
  encoding: "hexnc" | "hex",
  refuse: (problem: { readonly reason: string }) => DeclaredError,
): Uint8Array {
  try {
    return decodeBytes(text, encoding);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw refuse({ reason: error.message });
  }
}
