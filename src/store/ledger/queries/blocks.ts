import type { NodeId } from "../../../formats/bytes.ts";
import type { LedgerRow } from "../schema.ts";
import { keysetSources } from "./keyset.ts";
import type {
  BlockFilter,
  DayRecord,
  HeightBounds,
  LedgerList,
  LedgerPage,
  LedgerPlace,
} from "./ledger-queries.ts";
import { mergedPage } from "./merged.ts";
import { type Selects, slot } from "./selects.ts";
import { eachRead } from "./unread.ts";

type BlockRow = LedgerRow<"blocks">;

export function blockAt(selects: Selects, height: number): BlockRow | undefined {
  const query = () =>
    selects.compose
      .selectFrom("ledger_blocks")
      .selectAll()
      .where("height", "=", slot<number>("height"));
  return selects.fixed<BlockRow>("block", query)({ height })[0];
}

export function lastBlockBy(selects: Selects, time: number): BlockRow | undefined {
  const query = () =>
    selects.compose
      .selectFrom("ledger_blocks")
      .selectAll()
      .where("time", "<=", slot<number>("time"))
      .orderBy("time", "desc")
      .orderBy("height", "desc")
      .limit(({ lit }) => lit(1));
  return selects.fixed<BlockRow>("last block by a time", query)({ time })[0];
}

export function firstBlockFrom(selects: Selects, time: number): BlockRow | undefined {
  const query = () =>
    selects.compose
      .selectFrom("ledger_blocks")
      .selectAll()
      .where("time", ">=", slot<number>("time"))
      .orderBy("time")
      .orderBy("height")
      .limit(({ lit }) => lit(1));
  return selects.fixed<BlockRow>("first block from a time", query)({ time })[0];
}

export function blockPage(
  selects: Selects,
  { heights, proposer }: BlockFilter,
  page: LedgerPage,
): LedgerList<BlockRow> {
  const query = () => {
    const all = selects.compose.selectFrom("ledger_blocks as b").selectAll("b");
    return proposer === undefined ? all : all.where("b.proposer", "=", slot<NodeId>("value"));
  };
  const form = proposer === undefined ? "blocks" : "blocks of a proposer";
  const order = { columns: ["b.height"], height: { column: "b.height", bounds: heights } };
  const list = { form, query, order, values: [proposer] };
  const sources = keysetSources<BlockRow>(selects, list, page);
  const placeOf = ({ height }: BlockRow): LedgerPlace => [height];
  const { groups, next } = mergedPage(sources, page, placeOf);
  return { rows: groups.map(([row]) => row!), next };
}

/** Days that have a block in a range of heights. */
export function dayPage(
  selects: Selects,
  { from, to }: HeightBounds,
  page: LedgerPage,
): LedgerList<DayRecord> {
  const query = () =>
    selects.compose
      .selectFrom("ledger_days as d")
      .selectAll("d")
      .where("d.last_height", ">=", slot<number>("from"))
      .where("d.first_height", "<=", slot<number>("to"));
  const order = { columns: ["d.day"] };
  const sources = keysetSources<LedgerRow<"days">>(
    selects,
    { form: "days", query, order, values: [undefined], slots: { from, to } },
    page,
  );
  const placeOf = ({ day }: LedgerRow<"days">): LedgerPlace => [day];
  const { groups, next } = mergedPage(sources, page, placeOf);
  const rows = eachRead(groups, ([row]) => ({
    ...row!,
    last: blockAt(selects, row!.last_height)!,
  }));
  return { rows, next };
}
