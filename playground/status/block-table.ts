import { h } from "../view/element.ts";
import { agoText } from "./amount.ts";
import type { ChainBlock } from "./node-reader.ts";

const shownMax = 12;

/** The latest blocks, newest first. */
export function blockTable(): {
  readonly node: HTMLElement;
  readonly show: (height: bigint, read: (height: bigint) => Promise<ChainBlock>) => Promise<void>;
  /** Reloads the blocks. */
  readonly forget: () => void;
  /** Updates the age of each block. */
  readonly tick: () => void;
} {
  const known = new Map<bigint, ChainBlock>();
  let blocks: readonly ChainBlock[] = [];
  const draw = (isNew: (block: ChainBlock) => boolean): void => {
    empty.hidden = blocks.length > 0;
    body.replaceChildren(...blocks.map((block) => row(block, isNew(block))));
  };
  const body = h("tbody", {});
  const empty = h("p", { class: "empty" }, "No block yet.");
  const node = h(
    "div",
    { class: "card blocks" },
    h("h2", {}, "Latest blocks"),
    empty,
    h(
      "div",
      { class: "table-frame", tabindex: 0, role: "group", "aria-label": "Latest blocks" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...["Height", "Block", "Time", "Transactions"].map((head) =>
              h("th", { scope: "col" }, head),
            ),
          ),
        ),
        body,
      ),
    ),
  );
  return {
    node,
    show: async (height, read) => {
      const heights = Array.from({ length: shownMax }, (_, index) => height - BigInt(index)).filter(
        (each) => each >= 0n,
      );
      // A chain can also be reverted: blocks above its height are gone.
      for (const each of [...known.keys()]) if (!heights.includes(each)) known.delete(each);
      const missing = heights.filter((each) => !known.has(each));
      const found = await Promise.allSettled(missing.map(read));
      for (const each of found) {
        if (each.status === "fulfilled") known.set(each.value.height, each.value);
      }
      blocks = heights.flatMap((each) => known.get(each) ?? []);
      const isFirst = missing.length === heights.length;
      draw(({ height: each }) => !isFirst && missing.includes(each));
    },
    forget: () => known.clear(),
    tick: () => draw(() => false),
  };
}

function row({ height, id, time, txIDs }: ChainBlock, isNew: boolean): HTMLElement {
  const seconds = time === undefined ? undefined : Date.now() / 1_000 - time;
  const stamp = time === undefined ? "" : new Date(time * 1_000).toISOString();
  return h(
    "tr",
    { class: isNew ? "new" : undefined },
    h("td", { class: "number" }, height.toLocaleString("en")),
    h("td", {}, h("code", { class: "cut", title: id }, id)),
    h("td", { class: "time", title: stamp }, seconds === undefined ? "–" : agoText(seconds)),
    h(
      "td",
      {},
      txIDs.length === 0 ? "none" : h("code", { class: "cut", title: txIDs.join("\n") }, txIDs[0]!),
      txIDs.length > 1 && ` and ${txIDs.length - 1} more`,
    ),
  );
}
