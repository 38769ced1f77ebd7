import {
  type BytesKey,
  compareBytes,
  emptyId,
  equalBytes,
  type Id,
  keyOf,
  type ShortId,
} from "../formats/bytes.ts";
import type { UtxoBytes, UtxoPage, UtxoPageRequest } from "./chain-queries.ts";
import type { SqliteStatement } from "./sqlite.ts";

/** What an address owns in the order of pages, after a UTXO, or all of it where that one is gone. */
export type OwnedAfter = (address: ShortId, after: Id | undefined) => Iterable<UtxoBytes>;

/**
 * Walks the addresses in the order of their bytes until the limit is reached.
 * avalanchego vms/components/avax/utxo_fetching.go @ v1.12.1; that walk may stop before the limit where
 * addresses share UTXOs, this one does not, so that fewer than the limit always means the end.
 */
export function collectUtxoPage(request: UtxoPageRequest, ownedAfter: OwnedAfter): UtxoPage {
  const { start, limit } = request;
  const utxos: UtxoBytes[] = [];
  const seen = new Set<BytesKey>();
  let endAddress = start?.address ?? emptyAddress;
  let endUtxoID = start?.utxoID ?? emptyId;
  for (const address of sortedUnique(request.addresses)) {
    if (start !== undefined && compareBytes(address, start.address) < 0) continue;
    const isStart = start !== undefined && equalBytes(address, start.address);
    endAddress = address;
    for (const utxo of ownedAfter(address, isStart ? start.utxoID : undefined)) {
      const { utxoID } = utxo;
      endUtxoID = utxoID;
      const key = keyOf(utxoID);
      if (seen.has(key)) continue;
      seen.add(key);
      utxos.push(utxo);
      if (utxos.length >= limit) return { utxos, end: { address, utxoID } };
    }
  }
  return { utxos, end: { address: endAddress, utxoID: endUtxoID } };
}

/** The UTXOs that a statement of two columns, ID and bytes, finds. */
export function* utxosOf(
  statement: SqliteStatement,
  ...params: readonly unknown[]
): Iterable<UtxoBytes> {
  const rows = statement.iterate(...params) as Iterable<[utxoID: Id, bytes: Uint8Array]>;
  for (const [utxoID, bytes] of rows) yield { utxoID, bytes };
}

const emptyAddress: ShortId = new Uint8Array(20);

export function sortedUnique(addresses: readonly ShortId[]): ShortId[] {
  const unique = new Map(addresses.map((address) => [keyOf(address), address]));
  return [...unique.values()].sort(compareBytes);
}
