import { setImmediate as turn } from "node:timers/promises";
import { formatJson } from "../../formats/json.ts";
import type { WrittenText } from "../../formats/written-json.ts";

/** Reading and writing more bytes than this as JSON takes so long that calls of other clients run in between. */
const longBytes = 256 * 1024;

/** Whether the JSON of a transaction or block is made in steps. */
export function isLong({ length }: Uint8Array): boolean {
  return length > longBytes;
}

/** Reads something long, makes its JSON and writes it, each in a turn of its own. */
export async function writtenInTurns<Read>(
  read: () => Read,
  toResult: (read: Read) => object,
): Promise<WrittenText> {
  await turn();
  const found = read();
  await turn();
  const result = toResult(found);
  await turn();
  return { jsonText: formatJson(result), mayBeCached: true };
}
