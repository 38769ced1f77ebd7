import { afterAll, describe, expect, it } from "vitest";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { formatHex } from "../../../../src/formats/hex.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { formatNodeId } from "../../../../src/formats/node-id.ts";
import type { WarpValidatorSet } from "../../../../src/generated/types.ts";
import { acceptBlock } from "../../../support/genesis-chain.ts";
import { addSubnet, bytes, createSubnetTx, l1Validator } from "./fixtures.ts";
import { openLocalChain } from "./local-chain.ts";

const spec = openLocalChain("spec");
const avalanchego = openLocalChain("avalanchego");
afterAll(() => {
  spec.store.close();
  avalanchego.store.close();
});

const l1 = createSubnetTx(1);
const subnetID = formatId(l1.id);

/** Compressed keys: the three upper bits of the first byte are flags, one of them for the larger y. */
const keys = {
  first: Uint8Array.from([0xa0 | 1, ...bytes(1, 47)]),
  second: Uint8Array.from([0x80 | 2, ...bytes(0, 47)]),
  secondLarge: Uint8Array.from([0xa0 | 2, ...bytes(0, 47)]),
};

for (const chain of [spec, avalanchego]) {
  acceptBlock(chain, (state) => addSubnet(state, l1));
  acceptBlock(chain, (state) => {
    state.putL1Validator(l1Validator(60, l1.id, { publicKey: keys.secondLarge }));
    state.putL1Validator(l1Validator(61, l1.id, { publicKey: keys.second }));
    state.putL1Validator(l1Validator(62, l1.id, { publicKey: keys.first, weight: 4n }));
    state.putL1Validator(l1Validator(63, l1.id, { publicKey: keys.first, weight: 3n }));
    state.putL1Validator(l1Validator(64, l1.id, { endAccumulatedFee: 0n, weight: 7n }));
  });
}

const node = (value: number) => formatNodeId(bytes(value, 20));

describe("getValidatorsAt", () => {
  const weights = [
    ["NodeID-111111111111111111116DBWJs", "7"],
    [node(60), "10"],
    [node(61), "10"],
    [node(62), "4"],
    [node(63), "3"],
  ] as const;

  it("gives weights, those of inactive L1 validators in sum", async () => {
    const result = await spec.result("getValidatorsAt", { height: "2", subnetID });
    expect(result).toEqual({ validators: Object.fromEntries(weights) });
  });

  it("gives keys and weights in the order of the text in AvalancheGo's profile", async () => {
    const result = await avalanchego.result<object>("getValidatorsAt", { height: 2, subnetID });
    expect(Object.keys(result)).toEqual(weights.map(([nodeID]) => nodeID).toSorted());
    expect(result).toMatchObject({
      [node(60)]: { publicKey: formatHex(keys.secondLarge), weight: "10" },
      "NodeID-111111111111111111116DBWJs": { publicKey: null, weight: "7" },
    });
  });

  it("is empty before the first validator, and for an unknown subnet", async () => {
    const before = await spec.result("getValidatorsAt", { height: 1, subnetID });
    expect(before).toEqual({ validators: {} });
    const nowhere = { height: 0, subnetID: formatId(bytes(99)) };
    expect(await avalanchego.result("getValidatorsAt", nowhere)).toEqual({});
  });

  it("knows the proposed height", async () => {
    const transactions = { ...spec.context.transactions, minimumHeight: () => 1n };
    const params = { height: "proposed", subnetID };
    expect(await spec.result("getValidatorsAt", params, { transactions })).toEqual({
      validators: {},
    });
    expect(await spec.result("getProposedHeight", {}, { transactions })).toEqual({ height: "1" });
  });
});

describe("getAllValidatorsAt", () => {
  it("joins nodes by key in the order of uncompressed keys", async () => {
    const { validatorSets } = await spec.result<{
      validatorSets: Record<string, WarpValidatorSet>;
    }>("getAllValidatorsAt", { height: 2 });
    expect(Object.keys(validatorSets)).toEqual([formatId(emptyId), subnetID]);
    expect(validatorSets[subnetID]).toEqual({
      validators: [
        { publicKey: formatHex(keys.first), weight: "7", nodeIDs: [node(62), node(63)] },
        { publicKey: formatHex(keys.second), weight: "10", nodeIDs: [node(61)] },
        { publicKey: formatHex(keys.secondLarge), weight: "10", nodeIDs: [node(60)] },
      ],
      totalWeight: "34",
    });
    expect(validatorSets[formatId(emptyId)]?.validators).toHaveLength(5);
  });
});

describe("sampleValidators", () => {
  it("draws units of weight, in the order of node IDs", async () => {
    const all = await spec.result("sampleValidators", { size: 34, subnetID });
    const drawn = [
      [new Uint8Array(20), 7],
      [bytes(60, 20), 10],
      [bytes(61, 20), 10],
      [bytes(62, 20), 4],
      [bytes(63, 20), 3],
    ] as const;
    expect(all).toEqual({
      validators: drawn.flatMap(([id, weight]) => new Array(weight).fill(formatNodeId(id))),
    });
  });

  it("draws nothing of anything", async () => {
    expect(
      await spec.result("sampleValidators", { size: 0, subnetID: formatId(bytes(9)) }),
    ).toEqual({ validators: [] });
  });

  it("does not draw more than there is", async () => {
    expect(await spec.error("sampleValidators", { size: "35", subnetID })).toEqual({
      code: -32000,
      message: `sampling ${subnetID} errored with insufficient weight`,
    });
  });
});
