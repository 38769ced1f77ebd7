import type { Id } from "../formats/bytes.ts";
import { formatHex } from "../formats/hex.ts";

/** A place between two events: after the first `count` events of the block at `height`. */
export type Place = { readonly height: bigint; readonly count: number };

/** A place, and the ID of its block, which shows whether the chain still has that block. */
export type Cursor = Place & { readonly blockID: Id };

/** Such as `12.3.5f7f2a1c`. To check a cursor, compare it with the cursor of the current block at its place. */
export function formatCursor({ height, count, blockID }: Cursor): string {
  return `${height}.${count}.${formatHex(blockID.subarray(0, 4)).slice(2)}`;
}

/** The place of a cursor. Assumes the form that the document describes. */
export function placeOf(cursor: string): Place {
  const [height = "", count = ""] = cursor.split(".");
  return { height: BigInt(height), count: Number(count) };
}
