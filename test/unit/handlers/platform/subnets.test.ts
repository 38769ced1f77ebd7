import { afterAll, describe, expect, it } from "vitest";
import { formatId } from "../../../../src/formats/id.ts";
import { acceptBlock } from "../../../support/genesis-chain.ts";
import {
  addressText,
  addSubnet,
  bytes,
  createChainTx,
  createSubnetTx,
  transformSubnetTx,
} from "./fixtures.ts";
import { type LocalChain, openLocalChain } from "./local-chain.ts";

const spec = openLocalChain("spec");
const avalanchego = openLocalChain("avalanchego");
afterAll(() => {
  spec.store.close();
  avalanchego.store.close();
});

const zeroID = formatId(new Uint8Array(32));
const plain = createSubnetTx(1, 2);
const elastic = createSubnetTx(3);
const l1 = createSubnetTx(4);
const transformation = transformSubnetTx(elastic.id, bytes(8));
const chains = ["one", "two", "three"].map((name) => createChainTx(plain.id, name));

async function blockchainsOfPlain(chain: LocalChain): Promise<string[]> {
  const { blockchainIDs } = await chain.result<{ blockchainIDs: string[] }>("validates", {
    subnetID: formatId(plain.id),
  });
  return blockchainIDs.map(
    (id) => ["one", "two", "three"][chains.findIndex((tx) => formatId(tx.id) === id)]!,
  );
}

for (const chain of [spec, avalanchego]) {
  acceptBlock(chain, (state) => {
    for (const tx of [plain, elastic, l1]) addSubnet(state, tx);
    state.addTx(transformation, "Committed");
    state.addSubnetTransformation(transformation);
    state.setCurrentSupply(elastic.id, 1_000n);
    state.setSubnetConversion(l1.id, {
      conversionID: bytes(5),
      managerChainID: bytes(6),
      managerAddress: bytes(7, 2),
    });
    for (const tx of chains.slice(0, 2)) {
      state.addTx(tx, "Committed");
      state.addChain(tx);
    }
  });
}
const listedFirst = {
  spec: await blockchainsOfPlain(spec),
  avalanchego: await blockchainsOfPlain(avalanchego),
};
for (const chain of [spec, avalanchego]) {
  acceptBlock(chain, (state) => {
    state.addTx(chains[2]!, "Committed");
    state.addChain(chains[2]!);
  });
}

const plainView = {
  isPermissioned: true,
  controlKeys: [addressText(1), addressText(2)],
  threshold: "2",
  locktime: "0",
  subnetTransformationTxID: zeroID,
  conversionID: zeroID,
  managerChainID: zeroID,
  managerAddress: null,
};
const elasticView = {
  ...plainView,
  isPermissioned: false,
  controlKeys: [addressText(3)],
  threshold: "1",
  subnetTransformationTxID: formatId(transformation.id),
};

describe("getSubnet", () => {
  it("shows a permissioned subnet", async () => {
    const subnetID = formatId(plain.id);
    expect(await spec.result("getSubnet", { subnetID })).toEqual(plainView);
    expect(await avalanchego.result("getSubnet", { subnetID })).toEqual(plainView);
  });

  it("shows no owner of an elastic subnet; profile avalanchego shows it", async () => {
    const subnetID = formatId(elastic.id);
    expect(await spec.result("getSubnet", { subnetID })).toEqual({
      ...elasticView,
      controlKeys: [],
      threshold: "0",
    });
    expect(await avalanchego.result("getSubnet", { subnetID })).toEqual(elasticView);
  });

  it("shows what an L1 is managed by", async () => {
    expect(await spec.result("getSubnet", { subnetID: formatId(l1.id) })).toEqual({
      ...plainView,
      isPermissioned: false,
      controlKeys: [addressText(4)],
      threshold: "1",
      conversionID: formatId(bytes(5)),
      managerChainID: formatId(bytes(6)),
      managerAddress: "0x0707",
    });
  });

  it("needs a subnet", async () => {
    expect(await spec.error("getSubnet")).toEqual({ code: -32602, message: "Invalid params" });
    expect((await avalanchego.error("getSubnet"))?.message).toBe(
      "the primary network isn't a subnet",
    );
  });
});

describe("getSubnets", () => {
  const summary = (id: Uint8Array, ...owners: number[]) => ({
    id: formatId(id),
    controlKeys: owners.map(addressText),
    threshold: owners.length.toString(),
  });
  const primary = summary(new Uint8Array(32));

  it("lists all newest first, the primary network last", async () => {
    expect(await spec.result("getSubnets")).toEqual({
      subnets: [summary(l1.id, 4), summary(elastic.id), summary(plain.id, 1, 2), primary],
    });
  });

  it("keeps to the request, each once", async () => {
    const ids = [zeroID, formatId(plain.id), formatId(bytes(99)), zeroID].concat(formatId(l1.id));
    expect(await spec.result("getSubnets", { ids })).toEqual({
      subnets: [primary, summary(plain.id, 1, 2), summary(l1.id, 4)],
    });
  });

  it("is null in AvalancheGo's profile where none is known", async () => {
    const ids = [formatId(bytes(99))];
    expect(await spec.result("getSubnets", { ids })).toEqual({ subnets: [] });
    expect(await avalanchego.result("getSubnets", { ids })).toEqual({ subnets: null });
  });
});

describe("the order of chains", () => {
  it("is newest first", async () => {
    expect(listedFirst.spec).toEqual(["two", "one"]);
    expect(await blockchainsOfPlain(spec)).toEqual(["three", "two", "one"]);
  });

  it("is AvalancheGo's in its profile: later ones behind those that were listed first", async () => {
    expect(listedFirst.avalanchego).toEqual(["two", "one"]);
    expect(await blockchainsOfPlain(avalanchego)).toEqual(["two", "one", "three"]);
  });

  it("has the primary network's chains last", async () => {
    const { blockchains } = await spec.result<{ blockchains: { name: string }[] }>(
      "getBlockchains",
    );
    expect(blockchains.map(({ name }) => name)).toEqual([
      "three",
      "two",
      "one",
      "C-Chain",
      "X-Chain",
    ]);
    expect(blockchains[0]).toEqual({
      id: formatId(chains[2]!.id),
      name: "three",
      subnetID: formatId(plain.id),
      vmID: formatId(bytes(9)),
    });
  });
});

describe("staking on an elastic subnet", () => {
  const subnetID = formatId(elastic.id);

  it.each([
    ["getMinStake", { minValidatorStake: "10", minDelegatorStake: "4" }],
    ["getStakingAssetID", { assetID: formatId(bytes(8)) }],
    ["getCurrentSupply", { supply: "1000", height: "2" }],
  ])("has its own %s", async (method, expected) => {
    expect(await spec.result(method, { subnetID })).toEqual(expected);
  });
});

describe("getBlockchainStatus", () => {
  const blockchainID = formatId(chains[0]!.id);
  const { blockchains } = spec.context;

  it("is Created for a chain that is not run here", async () => {
    expect(await spec.result("getBlockchainStatus", { blockchainID })).toEqual({
      status: "Created",
    });
    expect(await spec.result("validatedBy", { blockchainID })).toEqual({
      subnetID: formatId(plain.id),
    });
  });

  it("is Syncing or Validating for one that is, by its alias too", async () => {
    const known = { ...blockchains, lookup: () => chains[0]!.id, isTracked: () => true };
    const params = { blockchainID: "mine" };
    expect(await spec.result("getBlockchainStatus", params, { blockchains: known })).toEqual({
      status: "Syncing",
    });
    const { queries } = spec.context;
    const validators = { ...queries.validators, has: () => true };
    const context = { blockchains: known, queries: { ...proxied(queries), validators } };
    expect(await spec.result("getBlockchainStatus", params, context)).toEqual({
      status: "Validating",
    });
  });
});

function proxied({ chains: list, txs }: typeof spec.context.queries) {
  return { chains: list, txs } as typeof spec.context.queries;
}
