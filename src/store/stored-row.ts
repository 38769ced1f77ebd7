import { equalBytes, type Id } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import { StoreDamaged } from "./page-sums.ts";

/** Reads the bytes of a row. Throws StoreDamaged if they cannot be read: the node wrote them in a form that it reads. */
export function readStored<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new StoreDamaged(`${what} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Throws StoreDamaged if bytes of the store have another ID than their row says. */
export function verifyStoredID(what: string, expected: Id, found: Id): void {
  if (equalBytes(expected, found)) return;
  throw new StoreDamaged(`${what} ${formatId(expected)} has other bytes than this node wrote`);
}
