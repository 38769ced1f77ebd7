import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cChainGenesisBlockID } from "../../../src/foreign-chains/c-chain-genesis.ts";
import { emptyTrieRoot, trieRoot } from "../../../src/foreign-chains/state-trie.ts";
import { xChainGenesisBlockID } from "../../../src/foreign-chains/x-chain.ts";
import { FormatError } from "../../../src/formats/format-error.ts";
import { formatHex } from "../../../src/formats/hex.ts";
import { formatId, parseId } from "../../../src/formats/id.ts";
import { findNetwork, underRelease } from "../../../src/networks/find-network.ts";
import { never } from "../../../src/networks/upgrades.ts";
import vectors from "../../vectors/foreign-chains/c-chain-genesis.json" with { type: "json" };
import { readVectorConfig } from "../pchain/genesis/genesis-files.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function cChainGenesis(network: "local" | "fuji"): Uint8Array {
  const file = readFileSync(`src/networks/genesis/${network}.json`, "utf8");
  return bytes(JSON.parse(file).cChainGenesis);
}

describe("the first block of the X-chain", () => {
  // Health of an AvalancheGo v1.12.1 at height 0 of network local.
  it("follows a vertex without parents on the local network", () => {
    const chainID = parseId("2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed");
    expect(formatId(xChainGenesisBlockID(chainID, findNetwork("local").upgrades))).toBe(
      "2R2UY2pZMQr8nR9ywCdqn97Lp5a6hceqtLXkag6vH7KQSVvmst",
    );
  });

  it("depends on the vertex that ended the graph", () => {
    const { upgrades } = findNetwork("fuji");
    const one = xChainGenesisBlockID(parseId("11111111111111111111111111111111LpoYY"), upgrades);
    const other = xChainGenesisBlockID(
      parseId("2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"),
      upgrades,
    );
    expect(one).toEqual(other);
  });
});

describe("the first block of the C-chain", () => {
  // Health of an AvalancheGo v1.12.1 at height 0 of network local.
  it("has all upgrades on the local network", () => {
    const upgrades = { ...findNetwork("local").upgrades, granite: never };
    const id = cChainGenesisBlockID(cChainGenesis("local"), upgrades);
    expect(formatId(id!)).toBe("BRAjXJSZWwhknUQ8Jod3nWre9PtiFdBn2dc9GDZtccvKFg2tW");
  });

  // The hash of block 0 on five nodes of AvalancheGo v1.14.2.
  it("has the fields since Granite on the local network of today", () => {
    const id = cChainGenesisBlockID(cChainGenesis("local"), findNetwork("local").upgrades);
    expect(formatHex(id!)).toBe(
      "0x608ddbd611241719b64642d8e152537e2a5bdf46b6ddb9e8f15340c5e007b8b1",
    );
  });

  // What eth_getBlockByNumber 0 answers on fuji and on mainnet.
  it("has none of them on fuji", () => {
    const id = cChainGenesisBlockID(cChainGenesis("fuji"), findNetwork("fuji").upgrades);
    expect(formatHex(id!)).toBe(
      "0x31ced5b9beb7f8782b014660da0cb18cc409f121f408186886e1ca3e8eeca96b",
    );
  });

  // The hash of block 0 on AvalancheGo v1.14.2.
  it("has the last balance of an address that the genesis repeats in other spellings", () => {
    const { upgrades } = findNetwork("local");
    const { cChainGenesis: repeated } = readVectorConfig("repeated-c-chain-address");
    const genesis = JSON.parse(repeated);
    const [[address]] = Object.entries(genesis.alloc) as [[string, unknown]];
    const idOf = (alloc: object) =>
      formatHex(cChainGenesisBlockID(bytes(JSON.stringify({ ...genesis, alloc })), upgrades)!);
    expect(idOf(genesis.alloc)).toMatch(/^0x6d709cae/);
    expect(idOf({ [address.toUpperCase()]: { balance: "0x3" }, ...genesis.alloc })).toBe(
      idOf(genesis.alloc),
    );
    expect(idOf({ [address]: { balance: "0x2" } })).toBe(idOf(genesis.alloc));
  });

  it("depends on storage, but not on its first bit, and is unknown with other assets", () => {
    const { upgrades } = findNetwork("fuji");
    const address = "01".repeat(20);
    const idWith = (account: object) =>
      cChainGenesisBlockID(
        bytes(
          JSON.stringify({
            gasLimit: 1,
            difficulty: 0,
            alloc: { [address]: { balance: "1", ...account } },
          }),
        ),
        upgrades,
      );
    const slot = (first: string) => ({ storage: { [`0x${first}${"00".repeat(30)}07`]: "0x01" } });
    expect(idWith(slot("02"))).not.toEqual(idWith({}));
    expect(idWith(slot("02"))).toEqual(idWith(slot("03")));
    expect(idWith({ nonce: "0x1" })).not.toEqual(idWith({}));
    expect(idWith({ mcbalance: {} })).toEqual(idWith({}));
    expect(idWith({ mcbalance: { [`0x${"01".repeat(32)}`]: "1" } })).toBeUndefined();
  });

  describe("is computed from what coreth reads", () => {
    const { upgrades } = underRelease(findNetwork("local"), "avalanchego-1.12");
    const idOf = (json: string) => formatHex(cChainGenesisBlockID(bytes(json), upgrades)!);
    const { cases } = vectors;
    it.each(cases.filter(({ blockHash }) => blockHash !== null))("$name", (each) => {
      expect(idOf(each.json)).toBe(each.blockHash);
    });

    it.each(cases.filter(({ blockHash }) => blockHash === null))("refused: $name", (each) => {
      expect(() => idOf(each.json)).toThrow(FormatError);
    });
  });
});

describe("the state trie", () => {
  // Examples of ethereum/tests TrieTests/trietest_secureTrie.json.
  it("has the root of an empty trie and of tries with branches", () => {
    expect(formatHex(emptyTrieRoot())).toBe(
      "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421",
    );
    // ethereum/tests TrieTests/trietest_secureTrie.json, `puppy`
    const entries = [
      ["do", "verb"],
      ["horse", "stallion"],
      ["doge", "coin"],
      ["dog", "puppy"],
    ].map(([key, value]) => [bytes(key!), bytes(value!)] as const);
    const root = "0x29b235a58c3c25ab83010c327d5932bcf05324b7d6b1185e650798034783ca9d";
    expect(formatHex(trieRoot(entries))).toBe(root);
    expect(formatHex(trieRoot([...entries].reverse()))).toBe(root);
    expect(formatHex(trieRoot([]))).toBe(formatHex(emptyTrieRoot()));
  });
});
