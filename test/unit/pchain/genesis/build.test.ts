import { describe, expect, it } from "vitest";
import { emptyId, equalBytes } from "../../../../src/formats/bytes.ts";
import { encodeBytes } from "../../../../src/formats/encoding.ts";
import { formatHex } from "../../../../src/formats/hex.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { formatNodeId } from "../../../../src/formats/node-id.ts";
import { local } from "../../../../src/networks/local.ts";
import { type BuiltGenesis, buildGenesis } from "../../../../src/pchain/genesis/build.ts";
import {
  encodeGenesis,
  genesisBlock,
  genesisChainIDs,
  parseGenesis,
} from "../../../../src/pchain/genesis/genesis.ts";
import { loadGenesis } from "../../../../src/pchain/genesis/load.ts";
import { MemoryState } from "../../../../src/pchain/state/memory-state.ts";
import type { HistoryName } from "../../../support/histories.ts";
import vectors from "../../../vectors/genesis/constants.json" with { type: "json" };
import { readBundledConfig, readVectorConfig } from "./genesis-files.ts";

function idsOf(built: BuiltGenesis) {
  const { xChainID, cChainID } = genesisChainIDs(built.genesis);
  return {
    genesisBlockID: formatId(genesisBlock(built.id).id),
    xChainID: formatId(xChainID),
    cChainID: formatId(cChainID),
    avaxAssetID: formatId(built.avaxAssetID),
  };
}

function loaded(built: BuiltGenesis): MemoryState {
  const state = new MemoryState();
  loadGenesis(built.genesis, state, local);
  return state;
}

describe.each([
  ["mainnet", "mainnet.json.br"],
  ["fuji", "fuji.json"],
  ["local", "local.json"],
] as const)("the genesis of %s", (network, file) => {
  const built = buildGenesis(readBundledConfig(file));
  const expected = vectors.networks[network];

  it("has the known IDs and length", () => {
    const { genesisBlockID, xChainID, cChainID, avaxAssetID } = expected;
    expect(idsOf(built)).toEqual({ genesisBlockID, xChainID, cChainID, avaxAssetID });
    expect(formatId(built.id)).toBe(expected.genesisID);
    expect(built.bytes).toHaveLength(expected.byteLength);
    expect(built.genesis.utxos).toHaveLength(expected.utxoCount);
    expect(built.genesis.initialSupply.toString()).toBe(expected.initialSupply);
  });

  it("is read as it was written", () => {
    const parsed = parseGenesis(built.bytes);
    // Four megabytes are too many for toEqual.
    expect(equalBytes(encodeGenesis(parsed), built.bytes)).toBe(true);
    expect(parsed.validators.map(({ id }) => id)).toEqual(
      built.genesis.validators.map(({ id }) => id),
    );
    expect(genesisChainIDs(parsed)).toEqual(genesisChainIDs(built.genesis));
  });

  it("leads to the known supply", () => {
    expect(loaded(built).currentSupply(emptyId)).toBe(BigInt(expected.supplyAfterRewards));
  });
});

describe("the genesis block", () => {
  it("of mainnet has the known bytes", () => {
    const block = genesisBlock(buildGenesis(readBundledConfig("mainnet.json.br")).id);
    expect(encodeBytes(block.bytes, "hex")).toBe(vectors.mainnetGenesisBlock);
  });

  it.each(vectors.local)("of the local network from $startTime is known", (expected) => {
    const config = readBundledConfig("local.json");
    const built = buildGenesis({ ...config, startTime: BigInt(expected.startTime) });
    expect(formatId(built.id)).toBe(expected.genesisID);
    expect(formatId(genesisBlock(built.id).id)).toBe(expected.genesisBlockID);
  });
});

describe("the genesis of network 9999", () => {
  it("is the one of AvalancheGo's tests", () => {
    const built = buildGenesis(readVectorConfig("test-9999"));
    const { genesisHash, byteLength, utxoCount, initialSupply, ...ids } = vectors.test9999;
    expect(idsOf(built)).toEqual(ids);
    expect(formatHex(built.id)).toBe(genesisHash);
    expect(built.bytes).toHaveLength(byteLength);
    expect(built.genesis.utxos).toHaveLength(utxoCount);
    expect(built.genesis.initialSupply.toString()).toBe(initialSupply);
  });
});

describe("a genesis without initial amounts", () => {
  it("creates AVAX without an initial state", () => {
    const { source: _, ...ids } = vectors.noInitialAmount;
    expect(idsOf(buildGenesis(readVectorConfig("no-initial-amount")))).toMatchObject(ids);
  });
});

describe("the genesis of a recorded history", () => {
  it.each(Object.entries(vectors.histories))("%s is its real one", (name, expected) => {
    expect(idsOf(buildGenesis(readVectorConfig(name as HistoryName)))).toEqual(expected);
  });
});

describe("the validators of the local genesis", () => {
  const built = buildGenesis(readBundledConfig("local.json"));
  const state = loaded(built);

  it("stand in the order of a heap and earn in that order", () => {
    const stakers = built.genesis.validators.map(({ id }) =>
      [...state.currentStakers()].find((staker) => formatId(staker.txID) === formatId(id)),
    );
    const shown = stakers.map((staker) => ({
      txID: formatId(staker!.txID),
      nodeID: formatNodeId(staker!.nodeID),
      endTime: staker!.endTime.toString(),
      potentialReward: staker!.potentialReward.toString(),
    }));
    expect(shown).toEqual(vectors.localValidators);
  });

  it("are current, with the keys of their proofs", () => {
    const stakers = [...state.currentStakers()];
    expect(stakers.every(({ publicKey }) => publicKey?.length === 48)).toBe(true);
    expect(stakers.every(({ weight }) => weight === 2_000_000_000_000_000n)).toBe(true);
    expect(stakers.every(({ nextTime, endTime }) => nextTime === endTime)).toBe(true);
    expect([...state.pendingStakers()]).toEqual([]);
    expect(state.timestamp()).toBe(1_721_016_000n);
    const txs = [...built.genesis.validators, ...built.genesis.chains];
    expect(txs.map(({ id }) => state.tx(id)?.status)).toEqual(txs.map(() => "Committed"));
  });
});
