import { FormatError } from "../../formats/format-error.ts";
import { formatHex, parseHex } from "../../formats/hex.ts";
import { formatJson, type JsonValue, parseJson } from "../../formats/json.ts";
import { CodecError } from "../../pchain/codec/reader.ts";
import type { TransferableInput } from "../../pchain/components/inputs.ts";
import { parseTx, type Tx } from "../../pchain/txs/tx.ts";
import { baseTxOf, txCodecOf } from "../../pchain/txs/unsigned-tx.ts";
import { chainAddress } from "../account.ts";
import { MeshError } from "../mesh-error.ts";
import type { MeshContext } from "../operation.ts";
import { coinText } from "../output-operation.ts";
import { checkBuilt } from "./built-parts.ts";

/** A transaction, and the address that owns each coin that it spends; of an imported one, maybe on the chain that it is from. */
export type OwnedTx = { readonly tx: Tx; readonly owners: ReadonlyMap<string, string> };

/** The text that construction passes from one operation to the next. */
export function formatOwnedTx({ tx, owners }: OwnedTx): string {
  return formatJson({ tx: formatHex(tx.bytes), owners: Object.fromEntries(owners) });
}

/**
 * Reads the value of a field. Throws MeshError, also if it lacks the owner of an input, which would hide what is spent, and for
 * what was not constructed.
 */
export function parseOwnedTx(
  field: "transaction" | "signed_transaction" | "unsigned_transaction",
  text: string,
  context: MeshContext,
  isSigned = field === "signed_transaction",
): OwnedTx {
  try {
    const { tx: bytes, owners } = membersOf(parseJson(text));
    const tx = parseTx(parseHex(bytes), txCodecOf(context.chain.network.release));
    checkNetwork(tx, context);
    checkBuilt(tx, inputsOf(tx), context.chain);
    checkOwners({ tx, owners }, context);
    if (isSigned && tx.credentials.length < inputsOf(tx).length) {
      throw new FormatError("the transaction is not signed");
    }
    return { tx, owners };
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof CodecError)) throw error;
    const from = isSigned ? "combine" : "payloads";
    const isEither = field === "transaction" && !isSigned;
    const sources = isEither ? "/construction/payloads or combine" : `/construction/${from}`;
    throw new MeshError(
      "bytesInvalid",
      `${field}: expected what ${sources} returned: ${error.message}`,
    );
  }
}

/** All inputs, in the order of the credentials. */
export function inputsOf({ unsigned }: Tx): TransferableInput[] {
  const imported = unsigned.kind === "ImportTx" ? unsigned.importedInputs : [];
  return [...(baseTxOf(unsigned)?.inputs ?? []), ...imported];
}

function checkNetwork({ unsigned }: Tx, { chain }: MeshContext): void {
  const got = baseTxOf(unsigned)?.networkID;
  if (got === undefined || got === chain.network.id) return;
  throw new FormatError(`the transaction is of network ${got}`);
}

function checkOwners({ tx, owners }: OwnedTx, context: MeshContext): void {
  for (const input of inputsOf(tx)) {
    const coin = coinText(input, context);
    const owner = owners.get(coin);
    if (owner === undefined) throw new FormatError(`owners: expected the owner of ${coin}`);
    chainAddress(owner, context);
  }
}

function membersOf(value: JsonValue) {
  const { tx, owners } = Object(value) as { readonly tx?: unknown; readonly owners?: unknown };
  const entries = Object.entries(Object(owners) as object);
  if (typeof tx !== "string" || entries.some(([, owner]) => typeof owner !== "string")) {
    throw new FormatError("expected an object with `tx` and `owners`");
  }
  return { tx, owners: new Map(entries as [string, string][]) };
}
