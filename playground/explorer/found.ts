import { crossingsOf } from "./crossings.ts";
import { askLedger } from "./ledger-list.ts";
import type { NodeReader } from "./node-reader.ts";
import { addressForm, linkTo } from "./places.ts";

/** The link of a height, an address or an ID. Throws an explanation if there is nothing of that name. */
export async function linkOf(
  text: string,
  reader: Pick<NodeReader, "block" | "call" | "txStatus">,
) {
  if (text === "") throw new Error("Enter a height, an address or an ID.");
  const height = text.replaceAll(",", "");
  if (/^[0-9]{1,19}$/.test(height)) return linkTo.block(height);
  if (/^NodeID-\w+$/.test(text)) return linkTo.validator(text);
  if (addressForm.test(text)) return linkTo.address(text);
  if (!/^[1-9A-HJ-NP-Za-km-z]{33,60}$/.test(text)) {
    throw new Error(
      `“${text}” is neither a height nor a P-chain address nor an ID in cb58 nor a NodeID.`,
    );
  }
  const [block, status, validation, crossings] = await Promise.allSettled([
    reader.block(text),
    reader.txStatus(text),
    askLedger(reader, "getL1Validator", { validationID: text }),
    crossingsOf(text, reader),
  ]);
  if (block.status === "fulfilled") return linkTo.block(text);
  if (status.status === "fulfilled" && status.value["status"] !== "Unknown") return linkTo.tx(text);
  if (validation.status === "fulfilled") return linkTo.validation(text);
  if (crossings.status === "fulfilled" && crossings.value.length > 0) return linkTo.tx(text);
  // Of the genesis, or of a developer: no block contains it.
  const made = await askLedger(reader, "getTransaction", { txID: text }).catch(() => undefined);
  if (made !== undefined) return linkTo.tx(text);
  throw new Error("This node knows no block, no transaction and no L1 validator of that ID.");
}
