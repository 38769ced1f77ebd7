import { expect, it } from "vitest";
import { formatJson } from "../../../src/formats/json.ts";
import { encodedTx } from "../../../src/handlers/platform/get-tx.ts";
import { encodedBlock } from "../../../src/handlers/views/accepted-block.ts";
import { local } from "../../../src/networks/local.ts";
import type { ChainContext } from "../../../src/networks/network.ts";
import { blockToJson, makeBlock, parseBlock } from "../../../src/pchain/blocks/block.ts";
import { txToJson } from "../../../src/pchain/txs/tx.ts";
import { divide, payerUtxo } from "../../support/transfers.ts";

const chain = { network: local } as ChainContext;
const tx = divide(12345, payerUtxo(1, new Uint8Array(32), 10n ** 13n), 4_000, 0n);
const { bytes } = makeBlock({
  kind: "BanffStandardBlock",
  time: 1n,
  parentID: new Uint8Array(32),
  height: 1n,
  txs: [tx],
});

it("writes a long transaction as it would a short one, and lets others run meanwhile", async () => {
  expect(tx.bytes.length).toBeGreaterThan(256 * 1024);
  const steps: string[] = [];
  setImmediate(() => steps.push("another call"));
  const written = await encodedTx(tx, "json", { chain }, { height: "7" });
  steps.push("written");
  expect(written).toEqual({
    jsonText: formatJson({ tx: txToJson(tx, local), encoding: "json", height: "7" }),
    mayBeCached: true,
  });
  expect(steps).toEqual(["another call", "written"]);
});

it("writes a long block as it would a short one", async () => {
  const block = parseBlock(bytes, { bytesMax: Number.POSITIVE_INFINITY });
  expect(await encodedBlock({ bytes, id: block.id, height: 1n }, "json", chain)).toEqual({
    jsonText: formatJson({ block: blockToJson(block, local), encoding: "json" }),
    mayBeCached: true,
  });
});

it("returns hex at once", () => {
  expect(encodedTx(tx, "hexnc", { chain }, {})).toMatchObject({ encoding: "hexnc" });
  expect(encodedBlock({ bytes, id: tx.id, height: 1n }, "hexnc", chain)).toMatchObject({
    encoding: "hexnc",
  });
});
