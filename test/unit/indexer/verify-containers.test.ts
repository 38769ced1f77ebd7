import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/crypto/hash.ts";
import { formatId } from "../../../src/formats/id.ts";
import type { KnownChains } from "../../../src/indexer/import-containers.ts";
import { verifyContainers } from "../../../src/indexer/verify-containers.ts";
import type { IndexPath } from "../../../src/store/container-log.ts";
import {
  contentOf,
  linkedBlocks,
  openIndices,
  type TestIndices,
  unknownChains,
} from "../../support/containers.ts";

const blocks = linkedBlocks(
  "P/block",
  Array.from({ length: 200 }, (_, i) => contentOf(i)),
);

function openFilled(): TestIndices {
  const indices = openIndices();
  indices.indexer.logs["P/block"].append(blocks);
  return indices;
}

async function verify(
  { indexer }: TestIndices,
  chains: KnownChains = unknownChains,
  path: IndexPath = "P/block",
) {
  let checked: bigint | undefined;
  const faults: string[] = [];
  for await (const page of verifyContainers(path, indexer.logs[path], chains)) {
    checked = page.checked;
    faults.push(...page.faults.map(({ index, what }) => `${index}: ${what}`));
  }
  return { checked, faults };
}

/** Changes the text of a row as a broken disk would. */
function replaceInRow({ database }: TestIndices, from: string, to: string): void {
  const rows = database.prepare("SELECT first, json FROM containers_p_block").all() as {
    first: number;
    json: Buffer;
  }[];
  for (const { first, json } of rows) {
    const text = json.toString("latin1");
    if (!text.includes(from)) continue;
    database
      .prepare("UPDATE containers_p_block SET json = ? WHERE first = ?")
      .run(Buffer.from(text.replace(from, to), "latin1"), first);
    return;
  }
  throw new Error("There is nothing to replace.");
}

describe("verifyContainers", () => {
  it("finds nothing in a correct log", async () => {
    const indices = openFilled();
    expect(await verify(indices)).toEqual({ checked: 200n, faults: [] });
    expect(await verify(indices, unknownChains, "X/tx")).toEqual({
      checked: undefined,
      faults: [],
    });
  });

  it("finds bytes that changed", async () => {
    const indices = openFilled();
    const { bytesText } = blocks[150]!;
    const at = bytesText.length - 30;
    const other = bytesText[at] === "0" ? "1" : "0";
    replaceInRow(indices, bytesText, bytesText.slice(0, at) + other + bytesText.slice(at + 1));
    expect((await verify(indices)).faults).toEqual(["150: invalid input checksum"]);
  });

  it("finds an ID that is not that of the bytes", async () => {
    const indices = openFilled();
    replaceInRow(indices, blocks[3]!.idText, blocks[4]!.idText);
    expect((await verify(indices)).faults).toEqual([
      `3: its ID is ${blocks[4]!.idText}, but the bytes have ${blocks[3]!.idText}`,
    ]);
  });

  it("finds an invalid container and an index of another chain", async () => {
    const indices = openFilled();
    replaceInRow(indices, '"index":"10"', '"index":"11"');
    replaceInRow(indices, '"index":"77"}', '"index":"77"]');
    expect((await verify(indices)).faults).toEqual([
      "10: its own index is 11",
      "77: it is not a container",
    ]);
  });

  it("finds a container that is not listed by its ID", async () => {
    const indices = openFilled();
    indices.database.exec("DELETE FROM container_positions_p_block WHERE position = 42");
    expect((await verify(indices)).faults).toEqual(["42: it is not found by its ID"]);
  });

  it("finds a row that is gone", async () => {
    const indices = openFilled();
    indices.database.exec(
      "DELETE FROM containers_p_block WHERE first = (SELECT first FROM containers_p_block WHERE first > 0 LIMIT 1)",
    );
    expect((await verify(indices)).faults.length).toBeGreaterThan(100);
  });

  it("finds a chain that begins elsewhere, or is not the node's", async () => {
    const indices = openFilled();
    const other = sha256(new Uint8Array([1]));
    const chains: KnownChains = {
      genesisID: () => other,
      pChainBlockID: (height) => (height === 5n ? other : undefined),
    };
    expect((await verify(indices, chains)).faults).toEqual([
      `0: it is a child of 11111111111111111111111111111111LpoYY, not of ${formatId(other)} before it`,
      `4: it is not block ${formatId(other)}, which this node accepted`,
    ]);
  });
});
