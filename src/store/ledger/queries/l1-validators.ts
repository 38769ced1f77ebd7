import type { Id, NodeId } from "../../../formats/bytes.ts";
import type { LedgerRow } from "../schema.ts";
import { formOf, keysetSources } from "./keyset.ts";
import type {
  L1EventRecord,
  L1Filter,
  L1Record,
  L1Status,
  LedgerList,
  LedgerPage,
  LedgerPlace,
} from "./ledger-queries.ts";
import { mergedPage, type Source } from "./merged.ts";
import { type Selects, slot } from "./selects.ts";
import { eachRead } from "./unread.ts";

type L1Row = LedgerRow<"l1_validators">;
type EventRow = LedgerRow<"l1_events">;

/** An L1 validator that was registered by a height. */
export function l1Record(selects: Selects, validationID: Id, height: number): L1Record | undefined {
  const query = () =>
    selects.compose
      .selectFrom("ledger_l1_validators")
      .selectAll()
      .where("validation_id", "=", slot<Id>("validationID"));
  const [row] = selects.fixed<L1Row>("L1 validator", query)({ validationID });
  const last = lastEventOf(selects, validationID, height);
  return row === undefined || last === undefined ? undefined : { ...row, last };
}

/** The events of an L1 validator up to a height, by height and order, with the transaction of each. */
export function l1EventPage(
  selects: Selects,
  { validationID, height }: { readonly validationID: Id; readonly height: number },
  page: LedgerPage,
): LedgerList<L1EventRecord> {
  const query = () =>
    selects.compose
      .selectFrom("ledger_l1_events as e")
      .leftJoin("ledger_txs as t", (join) =>
        join.onRef("t.height", "=", "e.height").onRef("t.position", "=", "e.position"),
      )
      .selectAll("e")
      .select("t.id as tx_id")
      .where("e.validation_id", "=", slot<Id>("value"));
  const sources = keysetSources<L1EventRecord>(
    selects,
    {
      form: "L1 events",
      query,
      order: {
        columns: ["e.height", "e.ordinal"],
        height: { column: "e.height", bounds: { from: 0, to: height } },
      },
      values: [validationID],
    },
    page,
  );
  const { groups, next } = mergedPage(sources, page, (row) => [row.height, row.ordinal]);
  return { rows: groups.map(([row]) => row!), next };
}

/** The L1 validators that were registered by a height, by registration and validation ID. */
export function l1Page(selects: Selects, filter: L1Filter, page: LedgerPage): LedgerList<L1Record> {
  const [rows] = keysetSources<L1Row>(
    selects,
    {
      form: formOf("L1 validators", { ...filter, status: undefined }),
      query: () => rowsOf(selects, filter),
      order: { columns: ["v.start_time", "v.validation_id"] },
      values: [undefined],
      slots: filter,
    },
    page,
  ) as [Source<L1Row>];
  const placeOf = (row: L1Row): LedgerPlace => [row.start_time, row.validation_id];
  const source: Source<L1Record> = (after, count) => {
    const found: L1Record[] = [];
    let place = after;
    while (found.length < count) {
      const chunk = rows(place, count);
      const lasts = eachRead(chunk, (row) =>
        lastEventOf(selects, row.validation_id, filter.height),
      );
      for (const [at, row] of chunk.entries()) {
        const last = lasts[at];
        if (last === undefined) continue;
        if (filter.status === undefined || l1Status(last) === filter.status) {
          found.push({ ...row, last });
        }
      }
      if (chunk.length < count) break;
      place = placeOf(chunk.at(-1)!);
    }
    return found.slice(0, count);
  };
  const { groups, next } = mergedPage([source], page, placeOf);
  return { rows: groups.map(([row]) => row!), next };
}

/** The last event up to a height. */
function lastEventOf(selects: Selects, validationID: Id, height: number): EventRow | undefined {
  const query = () =>
    selects.compose
      .selectFrom("ledger_l1_events")
      .selectAll()
      .where("validation_id", "=", slot<Id>("validationID"))
      .where("height", "<=", slot<number>("height"))
      .orderBy("height", "desc")
      .orderBy("ordinal", "desc")
      .limit(({ lit }) => lit(1));
  return selects.fixed<EventRow>("last L1 event", query)({ validationID, height })[0];
}

/** After an event. */
function l1Status({
  weight,
  end_accumulated_fee,
}: Pick<EventRow, "weight" | "end_accumulated_fee">): L1Status {
  if (weight === 0n) return "removed";
  return end_accumulated_fee === 0n ? "inactive" : "active";
}

function rowsOf({ compose }: Selects, { subnetID, nodeID }: L1Filter) {
  let query = compose.selectFrom("ledger_l1_validators as v").selectAll("v");
  if (subnetID !== undefined) query = query.where("v.subnet_id", "=", slot<Id>("subnetID"));
  if (nodeID !== undefined) query = query.where("v.node_id", "=", slot<NodeId>("nodeID"));
  return query;
}
