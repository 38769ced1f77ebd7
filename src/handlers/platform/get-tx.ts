import { encodeBytes } from "../../formats/encoding.ts";
import { errors } from "../../generated/errors.ts";
import type { AnyHexEncoding, Tx as TxJson } from "../../generated/types.ts";
import { type Tx, txToJson } from "../../pchain/txs/tx.ts";
import type { AcceptedTx } from "../../store/chain-queries.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";
import { txPlaceView } from "../views/accepted-block.ts";

/** An accepted transaction by its ID, and the block that contains it. specification 4.3 */
export const getTx: Handler<"platform.getTx", "chain" | "queries"> = (params, context) => {
  const accepted = acceptedTx(params.txID, context);
  const place = txPlaceView(accepted.height, context);
  return { ...encodedTx(accepted.tx, params.encoding, context), ...place };
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

export function encodedTx<Hex extends AnyHexEncoding>(
  tx: Tx,
  encoding: Hex | "json",
  { chain }: Pick<HandlerContext, "chain">,
): EncodedTx<Hex> {
  if (encoding !== "json") return { tx: encodeBytes(tx.bytes, encoding), encoding };
  return { tx: txToJson(tx, chain.network) as unknown as TxJson, encoding: "json" };
}
