import { setImmediate as turn } from "node:timers/promises";
import { formatJson } from "../../formats/json.ts";
import type { WrittenText } from "../../formats/written-json.ts";

/** Reading more bytes than this, or writing them as JSON, takes so long that calls of other clients run in between. */
const longBytes = 256 * 1024;

/** Whether a transaction or block is read and written in steps. */
export function isLong({ length }: Uint8Array): boolean {
  return length > longBytes;
}

/** Runs a step after other calls have had their turn. */
export async function inTurn<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  await turn();
  return step();
}

/** Reads something long, makes its JSON and writes it, each in a turn of its own. */
export async function writtenInTurns<Read>(
  read: () => Read,
  toResult: (read: Read) => object,
): Promise<WrittenText> {
  const found = await inTurn(read);
  const result = await inTurn(() => toResult(found));
  return inTurn(() => ({ jsonText: formatJson(result), mayBeCached: true }));
}
