import type { SchemaMap } from "../contract/schema.ts";
import { formatJson, type JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { jsonView } from "../view/json-view.ts";
import { entityPage } from "./entity-page.ts";
import { blockKind, optionKind, txKind } from "./kinds.ts";
import { blockTime, type NodeReader, txsOf } from "./node-reader.ts";
import { card, dataTable, facts, idText, timeNodes } from "./parts.ts";
import { importedIDs, linkOfMember, linkTo } from "./places.ts";

/** A block by height or ID: what it is, its transactions, and its decoded form. */
export function blockPage(id: string, reader: NodeReader, schemas: SchemaMap): HTMLElement {
  const key = /^[0-9]{1,20}$/.test(id) ? BigInt(id) : id;
  const name = typeof key === "bigint" ? `Block ${key.toLocaleString("en")}` : "Block";
  return entityPage(name, async () => {
    const [block, tip] = await Promise.all([reader.block(key), reader.height()]);
    const height = BigInt(block["height"] as number | bigint);
    const kind = await kindOf(block, key, reader, schemas);
    const time = height === 0n ? await reader.genesisTime() : blockTime(block);
    const txs = txsOf(block);
    return {
      title: `Block ${height.toLocaleString("en")}`,
      kind: height === 0n ? "Genesis" : kind,
      neighbours: [
        ...(height > 0n ? [step(height - 1n, "Previous")] : []),
        ...(height < tip ? [step(height + 1n, "Next")] : []),
      ],
      content: [
        facts([
          ["ID", idText(String(block["id"]))],
          ["Time", ...timeNodes(time, await reader.now())],
          height === 0n
            ? ["Parent", "none: this is the first block"]
            : ["Parent", idText(String(block["parentID"]), linkTo.block(height - 1n))],
          ["Transactions", String(txs.length)],
        ]),
        card("Transactions", txTable(txs, kind, schemas)),
        card("Decoded", jsonView(formatJson(block, "  "), "The block as JSON", linkIn(block))),
      ],
    };
  });
}

/** The kind of a block; the bytes of an option say whether it commits or aborts. */
export async function kindOf(
  block: JsonObject,
  key: bigint | string,
  reader: NodeReader,
  schemas: SchemaMap,
): Promise<string> {
  const kind = blockKind(block, schemas);
  return kind.endsWith("Option") ? optionKind(await reader.blockBytes(key)) : kind;
}

function step(height: bigint, word: string): HTMLElement {
  return h("a", { class: "quiet", href: linkTo.block(height) }, word);
}

function txTable(txs: readonly JsonObject[], kind: string, schemas: SchemaMap): HTMLElement {
  if (txs.length === 0) {
    const words = /Commit|Abort/.test(kind)
      ? "None: this block decides the proposal in its parent."
      : "None: this block only moves the chain's time.";
    return h("p", { class: "empty" }, words);
  }
  const rows = txs.map((tx) => {
    const id = String(tx["id"]);
    return h(
      "tr",
      {},
      h("td", {}, h("a", { href: linkTo.tx(id) }, txKind(tx, schemas))),
      h("td", {}, h("code", { class: "cut", title: id }, id)),
    );
  });
  return dataTable("Transactions", ["Kind", "ID"], rows);
}

/** The ID of the block itself and what is not on this chain lead nowhere; each other `id` is that of a transaction. */
function linkIn(block: JsonObject) {
  const imported = importedIDs(txsOf(block));
  const isFirst = BigInt(block["height"] as number | bigint) === 0n;
  return (name: string, value: string): string | undefined => {
    if (value === block["id"] || imported.has(value)) return undefined;
    if (name === "parentID" && isFirst) return undefined;
    return name === "id" ? linkTo.tx(value) : linkOfMember(name, value);
  };
}
