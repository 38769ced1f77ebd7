import { encodeBytes } from "../../formats/encoding.ts";
import type { WrittenText } from "../../formats/written-json.ts";
import { errors } from "../../generated/errors.ts";
import type { AnyHexEncoding, Tx as TxJson } from "../../generated/types.ts";
import { type Tx, txToJson } from "../../pchain/txs/tx.ts";
import type { AcceptedTx } from "../../store/chain-queries.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { WrittenHandler } from "../handler.ts";
import { txPlaceView } from "../views/accepted-block.ts";
import { isLong, writtenInTurns } from "../views/in-turns.ts";

/** An accepted transaction by its ID, and the block that contains it. specification 4.3 */
export const getTx: WrittenHandler<"platform.getTx", "chain" | "queries"> = (params, context) => {
  const { tx, height } = acceptedTx(params.txID, context);
  return encodedTx(tx, params.encoding, context, txPlaceView(height, context));
};

/** Throws TxNotFound. */
export function acceptedTx(txID: string, { queries }: Pick<HandlerContext, "queries">): AcceptedTx {
  const accepted = queries.txs.byID(idArgument("txID", txID));
  if (accepted === undefined) throw errors.txNotFound();
  return accepted;
}

/** A transaction in an encoding. */
export type EncodedTx<Hex extends AnyHexEncoding> =
  | { readonly tx: string; readonly encoding: Hex }
  | { readonly tx: TxJson; readonly encoding: "json" };

/** With further members. A long transaction as JSON is already written. */
export function encodedTx<Hex extends AnyHexEncoding, More extends object>(
  tx: Tx,
  encoding: Hex | "json",
  { chain }: Pick<HandlerContext, "chain">,
  more: More,
): (EncodedTx<Hex> & More) | Promise<WrittenText> {
  if (encoding !== "json") return { tx: encodeBytes(tx.bytes, encoding), encoding, ...more };
  const toResult = (): EncodedTx<Hex> & More => ({
    tx: txToJson(tx, chain.network) as unknown as TxJson,
    encoding: "json",
    ...more,
  });
  return isLong(tx.bytes) ? writtenInTurns(() => tx, toResult) : toResult();
}
