import { type Id, sortedUnique } from "../../../formats/bytes.ts";
import type { LedgerRow } from "../schema.ts";
import { type AnyQuery, keysetSources } from "./keyset.ts";
import type { LedgerList, LedgerPage, LedgerPlace, TxFilter, TxRecord } from "./ledger-queries.ts";
import { mergedPage, type Source } from "./merged.ts";
import { type Selects, slot } from "./selects.ts";

type Found = Omit<TxRecord, "shares"> & Partial<LedgerRow<"address_txs">>;

/** The transactions that meet a filter, by height and position. */
export function txPage(selects: Selects, filter: TxFilter, page: LedgerPage): LedgerList<TxRecord> {
  const placeOf = ({ height, position }: Found): LedgerPlace => [height, position];
  const { groups, next } = mergedPage(sourcesOf(selects, filter, page), page, placeOf);
  return { rows: groups.map(recordOf), next };
}

/** Newest first. */
export function txsByID(selects: Selects, txID: Id): readonly TxRecord[] {
  const query = () =>
    txRows(selects).where("t.id", "=", slot<Id>("txID")).orderBy("t.height", "desc");
  return selects
    .fixed<Found>(
      "txs",
      query,
    )({ txID })
    .map((row) => ({ ...row, shares: [] }));
}

function recordOf(group: readonly Found[]): TxRecord {
  const shares = group.filter((each) => each.address !== undefined) as LedgerRow<"address_txs">[];
  return { ...group[0]!, shares };
}

export function txRows({ compose }: Selects) {
  return compose
    .selectFrom("ledger_txs as t")
    .innerJoin("ledger_blocks as b", "b.height", "t.height")
    .selectAll("t")
    .select(["b.id as block_id", "b.time"]);
}

/** Columns for the chain on the other side of a transfer, or the one that was created. */
const chainColumns = ["t.source_chain", "t.destination_chain", "t.chain_id"] as const;

/** Conditions from the one that leaves the fewest transactions on. */
const drivers = ["addresses", "validationID", "chainID", "nodeID", "subnetID", "kinds"] as const;

/**
 * The first condition names the sources, each a range of an index in the order of the list. The other conditions restrict
 * their rows.
 */
function sourcesOf(selects: Selects, filter: TxFilter, page: LedgerPage): Source<Found>[] {
  const { addresses, validationID, chainID, nodeID, subnetID, kinds } = filter;
  const driver = drivers.find((name) => filter[name] !== undefined);
  let query = txRows(selects);
  if (kinds !== undefined && driver !== "kinds") query = query.where("t.kind", "in", kinds);
  if (nodeID !== undefined && driver !== "nodeID") query = query.where("t.node_id", "=", nodeID);
  if (subnetID !== undefined && driver !== "subnetID") {
    query = query.where("t.subnet_id", "=", subnetID);
  }
  if (chainID !== undefined && driver !== "chainID") {
    query = query.where((eb) => eb.or(chainColumns.map((column) => eb(column, "=", chainID))));
  }
  if (validationID !== undefined && driver !== "validationID") {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("ledger_l1_events as e")
          .select("e.height")
          .where("e.validation_id", "=", validationID)
          .whereRef("e.height", "=", "t.height")
          .whereRef("e.position", "=", "t.position"),
      ),
    );
  }
  const value = slot<Uint8Array>("value");
  const sources = (narrowed: AnyQuery, values: readonly unknown[], table = "t") => {
    const [height, position] = [`${table}.height`, `${table}.position`] as const;
    const order = {
      columns: [height, position],
      height: { column: height, bounds: filter.heights },
    };
    return keysetSources<Found>(selects, { query: narrowed, order, values }, page);
  };
  switch (driver) {
    case "addresses":
      return sources(
        query
          .innerJoin("ledger_address_txs as a", (join) =>
            join.onRef("a.height", "=", "t.height").onRef("a.position", "=", "t.position"),
          )
          .select(["a.address", "a.roles", "a.received", "a.sent", "a.staked"])
          .where("a.address", "=", value),
        sortedUnique(addresses!),
        "a",
      );
    case "validationID":
      return sources(
        query
          .innerJoin("ledger_l1_events as e", (join) =>
            join.onRef("e.height", "=", "t.height").onRef("e.position", "=", "t.position"),
          )
          .where("e.validation_id", "=", value),
        [validationID],
        "e",
      );
    case "chainID":
      return chainColumns.flatMap((column) => sources(query.where(column, "=", value), [chainID]));
    case "nodeID":
      return sources(query.where("t.node_id", "=", value), [nodeID]);
    case "subnetID":
      return sources(query.where("t.subnet_id", "=", value), [subnetID]);
    case "kinds":
      return sources(query.where("t.kind", "=", slot<string>("value")), [...new Set(kinds)]);
    case undefined:
      return sources(query, [undefined]);
  }
}
