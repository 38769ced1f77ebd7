import { encodeBytes } from "../../formats/encoding.ts";
import { errors } from "../../generated/errors.ts";
import type { AnyHexEncoding, Tx } from "../../generated/types.ts";
import { txToJson } from "../../pchain/txs/tx.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";

/** A transaction in an encoding. */
export type EncodedTx<Hex extends AnyHexEncoding> =
  | { readonly tx: string; readonly encoding: Hex }
  | { readonly tx: Tx; readonly encoding: "json" };

/** An accepted transaction. Throws TxNotFound. */
export function encodedTx<Hex extends AnyHexEncoding>(
  params: { readonly txID: string; readonly encoding: Hex | "json" },
  { chain, queries }: Pick<HandlerContext, "chain" | "queries">,
): EncodedTx<Hex> {
  const { txID, encoding } = params;
  const accepted = queries.txs.byID(idArgument("txID", txID));
  if (accepted === undefined) throw errors.txNotFound();
  const { tx } = accepted;
  if (encoding !== "json") return { tx: encodeBytes(tx.bytes, encoding), encoding };
  return { tx: txToJson(tx, chain.network) as unknown as Tx, encoding: "json" };
}
