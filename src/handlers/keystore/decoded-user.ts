import { decodeBytes, type Encoding } from "../../formats/encoding.ts";
import { FormatError } from "../../formats/format-error.ts";
import { errors } from "../../generated/errors.ts";

/** The bytes of an exported user. Throws UserNotDecoded. */
export function decodedUser(text: string, encoding: Encoding): Uint8Array {
  try {
    return decodeBytes(text, encoding);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw errors.userNotDecoded({ reason: error.message });
  }
}
