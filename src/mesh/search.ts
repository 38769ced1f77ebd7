import type { SearchTransactionsParams } from "../generated/mesh/types.ts";
import type {
  LedgerPlace,
  LedgerQueries,
  TxFilter,
  TxRecord,
} from "../store/ledger/queries/ledger-queries.ts";
import { addressOf, validationIDOf } from "./account.ts";
import { coinOf } from "./coin.ts";
import { checkCurrency } from "./currency.ts";
import { destinationOf, exportsTo } from "./exports.ts";
import { idOf } from "./ledger.ts";
import { MeshError } from "./mesh-error.ts";
import type { MeshContext } from "./operation.ts";
import { otherTypes, success, typeOfKind } from "./tx-types.ts";

/** Of each condition, only the newest of its transactions are read: what the others leave of them may be nothing. */
const readMax = 10_000;
const pageSize = 1000;

/** A condition: a filter of the ledger, or the transactions themselves, and what is left to test. */
type Condition =
  | { readonly kind: "filter"; readonly filter: Omit<TxFilter, "heights"> }
  | { readonly kind: "rows"; readonly rows: readonly TxRecord[] }
  | { readonly kind: "test"; readonly test: (row: TxRecord) => boolean };

type Searched = { readonly ledger: LedgerQueries; readonly heightMax: number };

/** The transactions that satisfy the conditions of a request, newest first. Throws MeshError. */
export function searched(
  params: SearchTransactionsParams,
  in_: Searched,
  context: MeshContext,
): TxRecord[] {
  const conditions = conditionsOf(params, in_, context);
  if (params.operator !== "or" || conditions.length < 2) return rowsOf(conditions, in_);
  const found = new Map<string, TxRecord>();
  for (const condition of conditions) {
    for (const row of rowsOf([condition], in_)) found.set(`${row.height} ${row.position}`, row);
  }
  return [...found.values()].sort((a, b) => b.height - a.height || b.position - a.position);
}

function conditionsOf(
  params: SearchTransactionsParams,
  in_: Searched,
  context: MeshContext,
): Condition[] {
  const { ledger } = in_;
  const conditions: Condition[] = [];
  const { transaction_identifier, account_identifier, coin_identifier, currency } = params;
  if (transaction_identifier !== undefined) {
    const id = idOf("transaction_identifier.hash", transaction_identifier.hash);
    conditions.push({ kind: "rows", rows: ledger.txsByID(id) });
  }
  if (account_identifier !== undefined) {
    const { address: text, sub_account } = account_identifier;
    if (sub_account !== undefined) throw subAccountSearched();
    const field = "account_identifier.address";
    conditions.push(ofAccount({ field, text }, in_, context));
  }
  if (params.address !== undefined) {
    conditions.push(ofAccount({ field: "address", text: params.address }, in_, context));
  }
  if (coin_identifier !== undefined) {
    conditions.push({ kind: "rows", rows: ofCoin(coin_identifier.identifier, ledger) });
  }
  if (params.type !== undefined) conditions.push(ofType(params.type));
  if (params.status !== undefined) {
    const isWanted = params.status === success;
    conditions.push({ kind: "test", test: ({ status }) => isWanted && status === "Committed" });
  }
  if (params.success !== undefined) {
    const { success: isWanted } = params;
    conditions.push({ kind: "test", test: ({ status }) => (status === "Committed") === isWanted });
  }
  if (currency !== undefined) {
    const refuse = (reason: string) => new MeshError("requestInvalid", reason);
    checkCurrency("currency", currency, context.chain.avaxAssetID, context, refuse);
    conditions.push({ kind: "test", test: () => true });
  }
  return conditions;
}

/** No operation names a part of an account. */
function subAccountSearched(): MeshError {
  const where = "account_identifier.sub_account";
  return new MeshError("accountInvalid", `${where}: expected none, as operations concern accounts`);
}

function ofAccount(
  { field, text }: { readonly field: string; readonly text: string },
  in_: Searched,
  context: MeshContext,
): Condition {
  if (text.startsWith("P-")) {
    return { kind: "filter", filter: { addresses: [addressOf(text, context, field)] } };
  }
  const destination = destinationOf(text, context);
  if (destination !== undefined) {
    const exports = {
      address: addressOf(text, context, field),
      destinations: [destination],
      ...in_,
    };
    return { kind: "rows", rows: exportsTo(exports, readMax) };
  }
  const validationID = validationIDOf(text, context, field);
  return { kind: "filter", filter: { validationID } };
}

function ofType(type: string): Condition {
  const kinds = Object.entries({ ...typeOfKind, ...otherTypes })
    .filter(([, typeOf]) => typeOf === type)
    .map(([kind]) => kind);
  return { kind: "filter", filter: { kinds } };
}

/** The transaction that created an output, which is not the one in its ID if it is a reward, and the one that spent it. */
function ofCoin(text: string, ledger: LedgerQueries): TxRecord[] {
  const { txID, outputIndex } = coinOf("coin_identifier.identifier", text);
  const output = ledger.output({ txID, outputIndex });
  if (output === undefined) return [];
  const spender = output.spent_by === null ? [] : ledger.txsByID(output.spent_by);
  const { created_height: height, created_position } = output;
  const creator = ledger.txsAt(height).filter(({ position }) => position === created_position);
  return [...spender, ...creator];
}

function rowsOf(conditions: readonly Condition[], { ledger, heightMax }: Searched): TxRecord[] {
  const tests = conditions.flatMap((each) => (each.kind === "test" ? [each.test] : []));
  const lists = conditions.flatMap((each) => (each.kind === "rows" ? [each.rows] : []));
  const filters = conditions.flatMap((each) => (each.kind === "filter" ? [each.filter] : []));
  const isFound = (row: TxRecord) => row.height <= heightMax && tests.every((test) => test(row));
  const [filter = {}, ...others] = filters;
  const filtered = others.map((each) => placesOf(walked(each, heightMax, ledger, () => true)));
  const listed = lists.map(placesOf);
  const isInAll = (row: TxRecord) => [...filtered, ...listed].every((set) => set.has(placeOf(row)));
  const [first] = lists;
  if (first !== undefined) {
    const own =
      filters.length === 0 ? [] : [placesOf(walked(filter, heightMax, ledger, () => true))];
    return first.filter(
      (row) => isFound(row) && isInAll(row) && own.every((set) => set.has(placeOf(row))),
    );
  }
  return walked(filter, heightMax, ledger, (row) => isFound(row) && isInAll(row));
}

function walked(
  filter: Omit<TxFilter, "heights">,
  heightMax: number,
  ledger: LedgerQueries,
  isFound: (row: TxRecord) => boolean,
): TxRecord[] {
  if (filter.kinds?.length === 0) return [];
  const found: TxRecord[] = [];
  let after: LedgerPlace | undefined;
  for (let read = 0; read < readMax; read += pageSize) {
    const page = { limit: pageSize, after, isDescending: true };
    const { rows, next } = ledger.txs({ ...filter, heights: { from: 0, to: heightMax } }, page);
    for (const row of rows) if (isFound(row)) found.push(row);
    if (next === undefined) break;
    after = next;
  }
  return found;
}

function placesOf(rows: readonly TxRecord[]): ReadonlySet<string> {
  return new Set(rows.map(placeOf));
}

function placeOf({ height, position }: TxRecord): string {
  return `${height} ${position}`;
}
