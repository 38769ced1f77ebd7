import { encodeBytes } from "../../formats/encoding.ts";
import { formatId } from "../../formats/id.ts";
import type { Handler } from "../handler.ts";

/** Lists the transactions in the mempool. */
export const mempool: Handler<"dev.mempool", "dev"> = (_params, { dev }) => ({
  transactions: dev.mempool().map(({ id, unsigned, bytes }) => ({
    txID: formatId(id),
    type: unsigned.kind,
    tx: encodeBytes(bytes, "hex"),
  })),
});
