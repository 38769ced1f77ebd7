import { decodeBytes, type Encoding } from "../../formats/encoding.ts";
import { FormatError } from "../../formats/format-error.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import { CodecError } from "../../pchain/codec/reader.ts";
import { parseTx, type Tx } from "../../pchain/txs/tx.ts";
import type { HandlerContext } from "../context.ts";

/** Decodes, parses and issues a transaction. Throws TxNotDecoded, TxNotParsed, TxNotIssued. */
export function issuedTx(
  { tx: text, encoding }: { readonly tx: string; readonly encoding: Encoding },
  { transactions }: Pick<HandlerContext, "transactions">,
): { readonly txID: string } {
  const tx = parsedTx(decodedBytes(text, encoding));
  const reason = transactions.issue(tx);
  if (reason !== undefined) throw errors.txNotIssued({ reason });
  return { txID: formatId(tx.id) };
}

function decodedBytes(text: string, encoding: Encoding): Uint8Array {
  try {
    return decodeBytes(text, encoding);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw errors.txNotDecoded({ reason: error.message });
  }
}

function parsedTx(bytes: Uint8Array): Tx {
  try {
    return parseTx(bytes);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    // AvalancheGo says it twice: the parser does and the method too.
    throw errors.txNotParsed({ reason: `couldn't parse tx: ${error.message}` });
  }
}
