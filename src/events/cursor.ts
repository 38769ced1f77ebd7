import type { Id } from "../formats/bytes.ts";
import { formatHex } from "../formats/hex.ts";

/**
 * A place between two events: behind the first `count` events of the block at `height`. The block's ID tells
 * whether it is still the same block.
 */
export type Cursor = { readonly height: bigint; readonly count: number; readonly blockID: Id };

/** `12.3.5f7f2a1c`. A text is compared with the cursor that would stand there, and never read for its ID. */
export function formatCursor({ height, count, blockID }: Cursor): string {
  return `${height}.${count}.${formatHex(blockID.subarray(0, 4)).slice(2)}`;
}

/** Height and count of a cursor that has the form of the document. */
export function placeOf(cursor: string): { readonly height: bigint; readonly count: number } {
  const [height = "", count = ""] = cursor.split(".");
  return { height: BigInt(height), count: Number(count) };
}
