import type { SchemaMap } from "../contract/schema.ts";
import type { JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { agoText, timeText } from "./amount.ts";
import { kindOf } from "./block-page.ts";
import type { TimedBlock } from "./charts.ts";
import { shortKind, txKind } from "./kinds.ts";
import { blockTime, type NodeReader, txsOf } from "./node-reader.ts";
import { card, dataTable } from "./parts.ts";
import { linkTo } from "./places.ts";

const shownMax = 12;
// More are read for the chart of their intervals.
const readMax = 40;

type KnownBlock = TimedBlock & {
  readonly id: string;
  readonly kind: string;
  readonly txs: readonly JsonObject[];
};

/** The latest blocks, newest first. */
export function blockList(reader: NodeReader, schemas: () => SchemaMap) {
  let known = new Map<bigint, KnownBlock>();
  let shown: readonly KnownBlock[] = [];
  const body = h("tbody");
  const empty = h("p", { class: "empty" }, "Loading …");
  const table = dataTable("Latest blocks", ["Height", "Kind", "Transactions", "Time"], []);
  table.querySelector("tbody")!.replaceWith(body);
  const node = card("Latest blocks", empty, table);
  node.classList.add("blocks");

  const draw = (isNew: (block: KnownBlock) => boolean): void => {
    // A row that is being read or has the focus is not replaced by itself.
    if (body.contains(document.activeElement)) return;
    empty.hidden = shown.length > 0;
    body.replaceChildren(
      ...shown.map((block) => row(block, isNew(block), schemas(), reader.clock.now())),
    );
  };
  const read = async (height: bigint): Promise<KnownBlock> => {
    const block = await reader.block(height);
    const time = height === 0n ? await reader.genesisTime() : blockTime(block);
    const kind = height === 0n ? "Genesis" : await kindOf(block, height, reader, schemas());
    return { height, id: String(block["id"]), time, kind, txs: txsOf(block) };
  };
  return {
    node,
    /** Shows the blocks up to a height, and returns those of the chart in the order of their heights. */
    show: async (tip: bigint): Promise<readonly TimedBlock[]> => {
      const blocks = known;
      const heights = Array.from({ length: readMax }, (_, index) => tip - BigInt(index));
      const wanted = heights.filter((each) => each >= 0n);
      // A chain can also be reverted: blocks above its height are gone.
      for (const each of [...blocks.keys()]) if (!wanted.includes(each)) blocks.delete(each);
      const missing = wanted.filter((each) => !blocks.has(each));
      const isFirst = missing.length === wanted.length;
      const found = await Promise.allSettled(missing.map(read));
      for (const each of found) {
        if (each.status === "fulfilled") blocks.set(each.value.height, each.value);
      }
      const all = wanted.flatMap((each) => blocks.get(each) ?? []);
      shown = all.slice(0, shownMax);
      if (all.length === 0) empty.textContent = "The node returned no block.";
      draw(({ height }) => !isFirst && missing.includes(height));
      return all.toReversed();
    },
    /** Reloads the blocks; those that are being read now are forgotten, too. */
    forget: (): void => {
      known = new Map();
    },
    /** Updates the age of each block. */
    tick: (): void => draw(() => false),
  };
}

function row(block: KnownBlock, isNew: boolean, schemas: SchemaMap, now: number): HTMLElement {
  const { height, id, kind, time, txs } = block;
  return h(
    "tr",
    { class: isNew ? "new" : undefined },
    h(
      "td",
      { class: "number" },
      h("a", { href: linkTo.block(height), title: id }, height.toLocaleString("en")),
    ),
    h("td", {}, shortKind(kind)),
    h("td", { class: "rest-cell" }, h("div", {}, ...txCell(txs, schemas))),
    h(
      "td",
      { class: "time", title: time === undefined ? "" : `${timeText(time)} UTC` },
      time === undefined ? "–" : agoText(now - time),
    ),
  );
}

/** The first transaction, and how many more there are. */
function txCell([first, ...others]: readonly JsonObject[], schemas: SchemaMap): HTMLElement[] {
  if (first === undefined) return [h("span", { class: "empty-cell" }, "none")];
  const kind = shortKind(txKind(first, schemas));
  const link = h("a", { href: linkTo.tx(String(first["id"])), title: kind }, kind);
  return others.length === 0 ? [link] : [link, h("span", { class: "soft" }, `+${others.length}`)];
}
