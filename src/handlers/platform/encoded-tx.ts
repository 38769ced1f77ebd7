import { encodeBytes } from "../../formats/encoding.ts";
import { errors } from "../../generated/errors.ts";
import type { AnyHexEncoding, Tx as TxJson } from "../../generated/types.ts";
import { type Tx, txToJson } from "../../pchain/txs/tx.ts";
import type { AcceptedTx } from "../../store/chain-queries.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";

/** A transaction in an encoding. */
export type EncodedTx<Hex extends AnyHexEncoding> =
  | { readonly tx: string; readonly encoding: Hex }
  | { readonly tx: TxJson; readonly encoding: "json" };

/** Throws TxNotFound. */
export function acceptedTx(txID: string, { queries }: Pick<HandlerContext, "queries">): AcceptedTx {
  const accepted = queries.txs.byID(idArgument("txID", txID));
  if (accepted === undefined) throw errors.txNotFound();
  return accepted;
}

export function encodedTx<Hex extends AnyHexEncoding>(
  tx: Tx,
  encoding: Hex | "json",
  { chain }: Pick<HandlerContext, "chain">,
): EncodedTx<Hex> {
  if (encoding !== "json") return { tx: encodeBytes(tx.bytes, encoding), encoding };
  return { tx: txToJson(tx, chain.network) as unknown as TxJson, encoding: "json" };
}
