import type { Encoding } from "../../formats/encoding.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import { CodecError } from "../../pchain/codec/reader.ts";
import { parseTx, type Tx } from "../../pchain/txs/tx.ts";
import { txCodecOf } from "../../pchain/txs/unsigned-tx.ts";
import { bytesArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { CallSource } from "../handler.ts";
import { inTurn, isLong } from "../views/in-turns.ts";

/**
 * Decodes, parses and issues a signed transaction, in any encoding of bytes. Throws TxNotDecoded, TxNotParsed and
 * TxNotIssued. specification 4.3
 */
export function issueTx(
  { tx: text, encoding }: { readonly tx: string; readonly encoding: Encoding },
  { chain, transactions }: Pick<HandlerContext, "chain" | "transactions">,
  source?: CallSource,
): Issued | Promise<Issued> {
  const bytes = bytesArgument(text, encoding, errors.txNotDecoded);
  const issue = (tx: Tx) => {
    const reason = transactions.issue(tx, () => source?.connection?.destroyed !== true);
    if (reason instanceof Promise) return reason.then((later) => issued(tx, later));
    return issued(tx, reason);
  };
  if (!isLong(bytes)) return issue(parsedTx(bytes, chain));
  return inTurn(() => parsedTx(bytes, chain)).then((tx) => inTurn(() => issue(tx)));
}

type Issued = { readonly txID: string };

function issued(tx: Tx, reason: string | undefined): Issued {
  if (reason !== undefined) throw errors.txNotIssued({ reason });
  return { txID: formatId(tx.id) };
}

function parsedTx(bytes: Uint8Array, { network }: HandlerContext["chain"]): Tx {
  try {
    return parseTx(bytes, txCodecOf(network.release));
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    // In AvalancheGo both the parser and the method add this prefix.
    throw errors.txNotParsed({ reason: `couldn't parse tx: ${error.message}` });
  }
}
