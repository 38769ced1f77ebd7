import type { Id, ShortId } from "./bytes.ts";
import { decodeCb58OfLength, encodeCb58 } from "./cb58.ts";

/** cb58 of the 32 bytes. avalanchego ids/id.go @ v1.12.1 */
export function formatId(id: Id): string {
  return encodeCb58(id);
}

/** Throws FormatError for anything but cb58 of 32 bytes. */
export function parseId(text: string): Id {
  return decodeCb58OfLength(text, 32);
}

/** cb58 of the 20 bytes, without a prefix. avalanchego ids/short.go @ v1.12.1 */
export function formatShortId(id: ShortId): string {
  return encodeCb58(id);
}

/** Throws FormatError for anything but cb58 of 20 bytes. */
export function parseShortId(text: string): ShortId {
  return decodeCb58OfLength(text, 20);
}
