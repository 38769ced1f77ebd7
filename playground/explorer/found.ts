import type { NodeReader } from "./node-reader.ts";
import { linkTo } from "./places.ts";

/** The link of a height or ID. Throws an explanation if there is nothing of that name. */
export async function linkOf(text: string, reader: Pick<NodeReader, "block" | "txStatus">) {
  if (text === "") throw new Error("Enter a height or an ID.");
  const height = text.replaceAll(",", "");
  if (/^[0-9]{1,19}$/.test(height)) return linkTo.block(height);
  if (/^NodeID-\w+$/.test(text)) return linkTo.validator(text);
  if (!/^[1-9A-HJ-NP-Za-km-z]{33,60}$/.test(text)) {
    throw new Error(`“${text}” is neither a height nor an ID in cb58 nor a NodeID.`);
  }
  const found = await Promise.allSettled([reader.block(text), reader.txStatus(text)]);
  const [block, status] = found;
  if (block.status === "fulfilled") return linkTo.block(text);
  if (status.status === "fulfilled" && status.value["status"] !== "Unknown") return linkTo.tx(text);
  throw new Error("This node knows no block and no transaction of that ID.");
}
