import { type Id, type ShortId, sortedUnique } from "../../../formats/bytes.ts";
import { type AnyQuery, formOf, keysetSources } from "./keyset.ts";
import type {
  CrossingFilter,
  CrossingRecord,
  LedgerList,
  LedgerPage,
  LedgerPlace,
  OutputKey,
} from "./ledger-queries.ts";
import { mergedPage, type Source } from "./merged.ts";
import { type Selects, slot } from "./selects.ts";

/** What crossed between the P-chain and stored chains, by chain and then by height there. */
export function crossingPage(
  selects: Selects,
  filter: CrossingFilter,
  page: LedgerPage,
): LedgerList<CrossingRecord> {
  const { groups, next } = mergedPage(sourcesOf(selects, filter, page), page, placeOf);
  return { rows: groups.map(([row]) => row!), next };
}

function sourcesOf(
  selects: Selects,
  filter: CrossingFilter,
  page: LedgerPage,
): Source<CrossingRecord>[] {
  const { addresses, kind } = filter;
  const sources = (
    query: () => AnyQuery,
    values: readonly unknown[],
    table: "c" | "w",
    part = "",
  ) => {
    const order = { columns: key.map((column) => `${table}.${column}`) };
    const form = formOf("crossings", filter, table, part);
    const list = { form, query, order, values, slots: filter };
    return keysetSources<CrossingRecord>(selects, list, page);
  };
  const restricted = () => restrictedRows(selects, filter);
  if (addresses === undefined) return sources(restricted, [undefined], "c");
  const owners = sortedUnique(addresses);
  const address = slot<ShortId>("value");
  const exported = () =>
    restricted()
      .innerJoin("ledger_crossing_owners as w", (join) =>
        key.reduce((on, column) => on.onRef(`w.${column}`, "=", `c.${column}`), join),
      )
      .where("w.address", "=", address);
  const imported = () =>
    restricted()
      .innerJoin("ledger_txs as x", "x.id", "o.tx_id")
      .innerJoin("ledger_address_txs as a", (join) =>
        join.onRef("a.height", "=", "x.height").onRef("a.position", "=", "x.position"),
      )
      .where("a.address", "=", address)
      .where("a.kind", "=", "ExportTx")
      .where((eb) => selects.owns(eb, eb.ref("a.address"), "o.addresses"));
  // PostgreSQL has an index of the owners in place of the table.
  const exportedThere = () =>
    restricted().where((eb) => eb(eb.fn("owner_bytes", ["c.addresses"]), "@>", address));
  const exports = () =>
    selects.dialect === "sqlite"
      ? sources(exported, owners, "w")
      : sources(
          exportedThere,
          owners.map((owner) => [owner]),
          "c",
          "exports",
        );
  return [
    ...(kind === "import" ? [] : exports()),
    ...(kind === "export" ? [] : sources(imported, owners, "c")),
  ];
}

/** What meets a filter, whose values are slots of the same names. */
function restrictedRows(selects: Selects, { chainID, kind, txID }: CrossingFilter) {
  let query = crossingRows(selects);
  if (chainID !== undefined) query = query.where("c.chain_id", "=", slot<Id>("chainID"));
  if (kind !== undefined) query = query.where("c.kind", "=", slot<string>("kind"));
  if (txID !== undefined) {
    const matching = keysOf(selects, slot<Id>("txID"));
    query = query.where((eb) =>
      eb(eb.refTuple("c.chain_id", "c.height", "c.position", "c.ordinal"), "in", matching),
    );
  }
  return query;
}

const key = ["chain_id", "height", "position", "ordinal"] as const;

function placeOf({ chain_id, height, position, ordinal }: CrossingRecord): LedgerPlace {
  return [chain_id, height, position, ordinal];
}

/** The keys of what a transaction on either side moved: each part is found by an index. */
function keysOf({ compose }: Selects, txID: Id) {
  const keys = () =>
    compose
      .selectFrom("ledger_crossings as k")
      .select(["k.chain_id", "k.height", "k.position", "k.ordinal"]);
  const imported = keys()
    .innerJoin("ledger_imports as m", (join) =>
      join.onRef("m.tx_id", "=", "k.tx_id").onRef("m.output_index", "=", "k.output_index"),
    )
    .innerJoin("ledger_txs as s", (join) =>
      join.onRef("s.height", "=", "m.height").onRef("s.position", "=", "m.position"),
    )
    .where("s.id", "=", txID);
  return keys()
    .where("k.id", "=", txID)
    .union(keys().where("k.tx_id", "=", txID))
    .union(imported)
    .$asTuple("chain_id", "height", "position", "ordinal");
}

/** How a UTXO crossed, if a stored container says so. */
export function crossingOf(selects: Selects, utxo: OutputKey): CrossingRecord | undefined {
  const query = () =>
    crossingRows(selects)
      .where("c.tx_id", "=", slot<Id>("txID"))
      .where("c.output_index", "=", slot<number>("outputIndex"));
  return selects.fixed<CrossingRecord>("crossing", query)(utxo)[0];
}

function crossingRows({ compose }: Selects) {
  return compose
    .selectFrom("ledger_crossings as c")
    .leftJoin("ledger_outputs as o", (join) =>
      join
        .onRef("o.tx_id", "=", "c.tx_id")
        .onRef("o.output_index", "=", "c.output_index")
        .on("c.kind", "=", "import"),
    )
    .leftJoin("ledger_imports as i", (join) =>
      join
        .onRef("i.tx_id", "=", "c.tx_id")
        .onRef("i.output_index", "=", "c.output_index")
        .on("c.kind", "=", "export"),
    )
    .leftJoin("ledger_txs as t", (join) =>
      join.onRef("t.height", "=", "i.height").onRef("t.position", "=", "i.position"),
    )
    .selectAll("c")
    .select([
      "o.threshold as output_threshold",
      "o.locktime as output_locktime",
      "o.addresses as output_addresses",
      "o.created_height as exported_height",
      "t.id as imported_by",
      "t.height as imported_height",
    ]);
}
