import { type Id, type NodeId, sortedUnique } from "../../../formats/bytes.ts";
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

/** Those of a height, in order. */
export function txsAt(selects: Selects, height: number): readonly TxRecord[] {
  const query = () =>
    txRows(selects).where("t.height", "=", slot<number>("height")).orderBy("t.position");
  const rows = selects.fixed<Found>("txs of a height", query)({ height });
  return rows.map((row) => ({ ...row, shares: [] }));
}

function recordOf(group: readonly Found[]): TxRecord {
  const shares = group.filter((each) => each.address !== undefined) as LedgerRow<"address_txs">[];
  // Copying a row takes longer than reading a column.
  return Object.assign(group[0]!, { shares });
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
  const given = drivers.filter((name) => filter[name] !== undefined);
  const driver = drivers.find((name) => filter[name] !== undefined);
  const restricted = () => restrictedRows(selects, given.slice(1), kinds?.length);
  const slots = {
    ...filter,
    ...Object.fromEntries((kinds ?? []).map((kind, at) => [kindSlot(at), kind])),
  };
  const sources = (
    query: () => AnyQuery,
    values: readonly unknown[],
    { table = "t", column = "" }: { readonly table?: string; readonly column?: string } = {},
  ) => {
    const [height, position] = [`${table}.height`, `${table}.position`] as const;
    const order = {
      columns: [height, position],
      height: { column: height, bounds: filter.heights },
    };
    const form = `txs of ${given.join()} ${column} ${kinds?.length}`;
    return keysetSources<Found>(selects, { form, query, order, values, slots }, page);
  };
  const value = slot<Uint8Array>("value");
  switch (driver) {
    case "addresses": {
      const query = () =>
        restricted()
          .innerJoin("ledger_address_txs as a", (join) =>
            join.onRef("a.height", "=", "t.height").onRef("a.position", "=", "t.position"),
          )
          .select(["a.address", "a.roles", "a.received", "a.sent", "a.staked"])
          .where("a.address", "=", value);
      return sources(query, sortedUnique(addresses!), { table: "a" });
    }
    case "validationID": {
      const query = () =>
        restricted()
          .innerJoin("ledger_l1_events as e", (join) =>
            join.onRef("e.height", "=", "t.height").onRef("e.position", "=", "t.position"),
          )
          .where("e.validation_id", "=", value);
      return sources(query, [validationID], { table: "e" });
    }
    case "chainID":
      return chainColumns.flatMap((column) =>
        sources(() => restricted().where(column, "=", value), [chainID], { column }),
      );
    case "nodeID":
      return sources(() => restricted().where("t.node_id", "=", value), [nodeID]);
    case "subnetID":
      return sources(() => restricted().where("t.subnet_id", "=", value), [subnetID]);
    case "kinds": {
      const query = () => restricted().where("t.kind", "=", slot<string>("value"));
      return sources(query, [...new Set(kinds)]);
    }
    case undefined:
      return sources(restricted, [undefined]);
  }
}

/** Transactions that meet conditions, whose values are slots of the same names. */
function restrictedRows(
  selects: Selects,
  conditions: readonly (typeof drivers)[number][],
  kindCount = 0,
) {
  let query = txRows(selects);
  if (conditions.includes("kinds")) {
    const kinds = Array.from({ length: kindCount }, (_, at) => slot<string>(kindSlot(at)));
    query = query.where("t.kind", "in", kinds);
  }
  if (conditions.includes("nodeID")) query = query.where("t.node_id", "=", slot<NodeId>("nodeID"));
  if (conditions.includes("subnetID")) {
    query = query.where("t.subnet_id", "=", slot<Id>("subnetID"));
  }
  if (conditions.includes("chainID")) {
    query = query.where((eb) =>
      eb.or(chainColumns.map((column) => eb(column, "=", slot<Id>("chainID")))),
    );
  }
  if (conditions.includes("validationID")) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("ledger_l1_events as e")
          .select("e.height")
          .where("e.validation_id", "=", slot<Id>("validationID"))
          .whereRef("e.height", "=", "t.height")
          .whereRef("e.position", "=", "t.position"),
      ),
    );
  }
  return query;
}

const kindSlot = (at: number) => `kind${at}`;
