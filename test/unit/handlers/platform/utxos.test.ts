import { afterAll, describe, expect, it } from "vitest";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { encodeBytes } from "../../../../src/formats/encoding.ts";
import { formatId, formatShortId } from "../../../../src/formats/id.ts";
import { encodeVersioned } from "../../../../src/pchain/codec/versioned.ts";
import { transferableOutput } from "../../../../src/pchain/components/outputs.ts";
import { encodeUtxo, utxoID } from "../../../../src/pchain/components/utxo.ts";
import { stakerPriorities } from "../../../../src/pchain/state/staker.ts";
import { maxUint64 } from "../../../../src/pchain/uint64.ts";
import { acceptBlock } from "../../../support/genesis-chain.ts";
import {
  address,
  addressText,
  bytes,
  delegatorTx,
  output,
  stakerOf,
  utxo,
  validatorTx,
} from "./fixtures.ts";
import { genesisTime, openLocalChain } from "./local-chain.ts";

const spec = openLocalChain("spec");
const avalanchego = openLocalChain("avalanchego");
afterAll(() => {
  spec.store.close();
  avalanchego.store.close();
});

const avax = spec.chain.avaxAssetID;
const other = bytes(200);
const now = genesisTime + 100n;
const sevens = [0, 1, 2, 3, 4].map((index) => utxo(7, avax, { amount: 1n, owners: [7] }, index));
const utxos = {
  plain: utxo(1, avax, { amount: 10n, owners: [1] }),
  shared: utxo(2, avax, { amount: 20n, owners: [1, 2] }),
  locked: utxo(3, avax, { amount: 30n, owners: [1], locktime: now + 1n }),
  stakeable: utxo(4, avax, { amount: 40n, owners: [1], stakeLocktime: now + 1n }),
  unlocked: utxo(5, avax, { amount: 50n, owners: [1], stakeLocktime: now }),
  lockedTwice: utxo(6, other, { amount: 60n, owners: [1], locktime: now + 1n, stakeLocktime: now }),
  huge: [8, 9].map((txID) => utxo(txID, other, { amount: maxUint64, owners: [3] })),
};
const atomic = utxo(11, avax, { amount: 5n, owners: [1] });

const period = { nodeID: bytes(1, 20), start: genesisTime, end: now + 1000n, weight: 3n };
const stakes = [
  { assetID: avax, output: output({ amount: 1n, owners: [1] }) },
  { assetID: avax, output: output({ amount: 2n, owners: [2], stakeLocktime: now }) },
];
const validator = validatorTx(period, { stake: stakes });
const delegation = { assetID: avax, output: output({ amount: 4n, owners: [1] }) };
const delegator = delegatorTx(period, { stake: [delegation] });

for (const chain of [spec, avalanchego]) {
  acceptBlock(chain, (state) => {
    for (const each of [...Object.values(utxos).flat(), ...sevens]) state.addUtxo(each);
    for (const tx of [validator, delegator]) state.addTx(tx, "Committed");
    state.putCurrentValidator(stakerOf(validator, stakerPriorities.primaryValidatorCurrent));
    state.putCurrentDelegator(stakerOf(delegator, stakerPriorities.primaryDelegatorCurrent));
    state.addRewardUtxo(validator.id, utxos.plain);
    state.addRewardUtxo(validator.id, utxos.shared);
  });
  chain.store.putAtomicUtxo(chain.chain.xChainID, atomic);
  chain.setClock(now);
}

const hexOf = (value: typeof atomic) => encodeBytes(encodeUtxo(value), "hex");

type Page = {
  readonly numFetched: string;
  readonly utxos: readonly string[];
  readonly endIndex: { readonly address: string; readonly utxo: string };
};

describe("getBalance", () => {
  it("sorts amounts by their locks, counting what is shared once", async () => {
    const addresses = [addressText(1), addressText(2)];
    const { utxoIDs, ...amounts } = await spec.result<{ utxoIDs: object[] }>("getBalance", {
      addresses,
    });
    expect(amounts).toEqual({
      balance: "150",
      unlocked: "80",
      lockedStakeable: "40",
      lockedNotStakeable: "30",
      balances: { [formatId(avax)]: "150", [formatId(other)]: "60" },
      unlockeds: { [formatId(avax)]: "80" },
      lockedStakeables: { [formatId(avax)]: "40" },
      lockedNotStakeables: { [formatId(avax)]: "30", [formatId(other)]: "60" },
    });
    expect(utxoIDs).toHaveLength(6);
    expect(utxoIDs).toContainEqual({ txID: formatId(utxos.shared.txID), outputIndex: 0 });
  });

  it("stops at the greatest integer", async () => {
    const balance = await spec.result("getBalance", { addresses: [addressText(3)] });
    expect(balance).toMatchObject({
      balance: "0",
      balances: { [formatId(other)]: maxUint64.toString() },
    });
  });

  it("is zero without addresses, and null in AvalancheGo's profile", async () => {
    const nothing = { balance: "0", balances: {}, unlockeds: {} };
    expect(await spec.result("getBalance", { addresses: [] })).toMatchObject({
      ...nothing,
      utxoIDs: [],
    });
    expect(await avalanchego.result("getBalance", {})).toMatchObject({ ...nothing, utxoIDs: null });
  });
});

describe("addresses", () => {
  it("are taken with and without chain and network", async () => {
    const texts = [addressText(2), formatShortId(address(2)), addressText(2).toUpperCase()];
    for (const text of texts) {
      const balance = await spec.result("getBalance", { addresses: [text] });
      expect(balance).toMatchObject({ balance: "20" });
    }
  });

  it.each([
    ["", `couldn't parse address "": no separator found in address`],
    ['a"b\u0007', String.raw`couldn't parse address "a\"b\a": no separator found in address`],
    [
      addressText(1).replace("P-", "Q-"),
      `couldn't parse address "${addressText(1).replace("P-", "Q-")}": there is no ID with alias: Q`,
    ],
    [
      "P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t",
      `couldn't parse address "P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t": expected hrp "local" but got "fuji"`,
    ],
    [
      addressText(1).replace("P-", "X-"),
      `couldn't parse address "${addressText(1).replace("P-", "X-")}": mismatched chainIDs: expected "${formatId(emptyId)}" but got "${formatId(spec.chain.xChainID)}"`,
    ],
  ])("like %j are refused in AvalancheGo's words", async (text, message) => {
    const addresses = [addressText(1), text];
    expect(await spec.error("getBalance", { addresses })).toEqual({ code: -32000, message });
    expect((await spec.error("getStake", { addresses }))?.message).toBe(message);
    expect((await spec.error("getUTXOs", { addresses }))?.message).toBe(message);
  });
});

describe("getUTXOs", () => {
  it("gives all of an address with where it ended", async () => {
    const page = await spec.result<Page>("getUTXOs", { addresses: [addressText(2)] });
    expect(page).toEqual({
      numFetched: "1",
      utxos: [hexOf(utxos.shared)],
      endIndex: { address: addressText(2), utxo: formatId(utxoID(utxos.shared)) },
      encoding: "hex",
    });
  });

  it("gives all in pages", async () => {
    const seen: string[] = [];
    let startIndex: Page["endIndex"] | undefined;
    for (;;) {
      const page: Page = await spec.result<Page>("getUTXOs", {
        addresses: [addressText(7)],
        limit: 2,
        ...(startIndex && { startIndex }),
      });
      seen.push(...page.utxos);
      startIndex = page.endIndex;
      if (page.utxos.length < 2) break;
    }
    expect(seen.toSorted()).toEqual(sevens.map(hexOf).toSorted());
  });

  it.each([0, 1025, 4_294_967_295])("reads a limit of %d as 1024", async (limit) => {
    const page = await spec.result<Page>("getUTXOs", { addresses: [addressText(7)], limit });
    expect(page.numFetched).toBe("5");
  });

  it("knows what other chains exported", async () => {
    const params = { addresses: [addressText(1)], sourceChain: "X" };
    expect(await spec.result("getUTXOs", params)).toMatchObject({ utxos: [hexOf(atomic)] });
    const byID = { ...params, sourceChain: formatId(spec.chain.xChainID) };
    expect(await spec.result("getUTXOs", byID)).toMatchObject({ numFetched: "1" });
    const fromC = { ...params, sourceChain: "C" };
    expect(await spec.result("getUTXOs", fromC)).toMatchObject({ numFetched: "0", utxos: [] });
  });

  it("ends at the zero ID if there is nothing", async () => {
    expect(await spec.result("getUTXOs", { addresses: [addressText(99)] })).toEqual({
      numFetched: "0",
      utxos: [],
      endIndex: { address: addressText(99), utxo: formatId(emptyId) },
      encoding: "hex",
    });
  });

  const good = { addresses: [addressText(1)] };
  it.each([
    [{ addresses: [], sourceChain: "Z" }, "no addresses provided"],
    [
      { addresses: new Array(1025).fill("bad"), sourceChain: "Z" },
      "number of addresses given, 1025, exceeds maximum, 1024",
    ],
    [
      { addresses: ["bad"], sourceChain: 'Z"' },
      String.raw`problem parsing source chainID "Z\"": there is no ID with alias: Z"`,
    ],
    [
      { addresses: ["bad"], startIndex: { address: "worse", utxo: "" } },
      `couldn't parse address "bad": no separator found in address`,
    ],
    [
      { ...good, startIndex: { address: "", utxo: "x" } },
      `couldn't parse start index address "": couldn't parse address "": no separator found in address`,
    ],
    [
      { ...good, startIndex: { address: addressText(1), utxo: "" } },
      "couldn't parse start index utxo: base58 decoding error: zero length string",
    ],
  ])("checks in AvalancheGo's order: %j", async (params, message) => {
    expect(await spec.error("getUTXOs", params)).toEqual({ code: -32000, message });
    expect(await avalanchego.error("getUTXOs", params)).toEqual({ code: -32000, message });
  });

  it("reads an empty start index as none", async () => {
    const startIndex = { address: "", utxo: "" };
    const page = await spec.result("getUTXOs", { ...good, startIndex });
    expect(page).toMatchObject({ numFetched: "6" });
    expect(await avalanchego.result("getUTXOs", { ...good, startIndex: {} })).toEqual(page);
  });
});

describe("getStake", () => {
  const hex = (value: (typeof stakes)[number]) =>
    encodeBytes(encodeVersioned(transferableOutput, value), "hex");

  it("adds up what addresses own of stakes", async () => {
    expect(await spec.result("getStake", { addresses: [addressText(1)] })).toEqual({
      staked: "5",
      stakeds: { [formatId(avax)]: "5" },
      stakedOutputs: expect.arrayContaining([hex(stakes[0]!), hex(delegation)]),
      encoding: "hex",
    });
  });

  it("leaves delegators out on request, and counts locked stake", async () => {
    const params = { addresses: [addressText(1), addressText(2)], validatorsOnly: true };
    expect(await spec.result("getStake", params)).toEqual({
      staked: "3",
      stakeds: { [formatId(avax)]: "3" },
      stakedOutputs: stakes.map(hex),
      encoding: "hex",
    });
  });

  it("accepts 256 addresses", async () => {
    const addresses = new Array(256).fill(addressText(99));
    expect(await spec.result("getStake", { addresses })).toMatchObject({ staked: "0" });
    expect(await spec.error("getStake", { addresses: [...addresses, "bad"] })).toEqual({
      code: -32000,
      message: "257 addresses provided but this method can take at most 256",
    });
  });
});

describe("getRewardUTXOs", () => {
  it("gives rewards in the order of payment", async () => {
    expect(await spec.result("getRewardUTXOs", { txID: formatId(validator.id) })).toEqual({
      numFetched: "2",
      utxos: [hexOf(utxos.plain), hexOf(utxos.shared)],
      encoding: "hex",
    });
  });
});

describe("encodings", () => {
  const one = { addresses: [addressText(2)] };
  const txID = formatId(validator.id);

  it("of bytes are hex alone", async () => {
    for (const encoding of ["hexnc", "hexc", "cb58"]) {
      const error = await spec.error("getUTXOs", { ...one, encoding });
      expect(error).toEqual({ code: -32602, message: "Invalid params" });
    }
    expect(await spec.result("getUTXOs", { ...one, encoding: "HEX" })).toMatchObject({
      encoding: "hex",
    });
  });

  it("are objects as json, amounts with all their digits", async () => {
    const asked = { addresses: [addressText(3)], encoding: "json" };
    const fxID = "spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ";
    expect(await spec.result("getUTXOs", asked)).toMatchObject({
      numFetched: "2",
      utxos: expect.arrayContaining(
        utxos.huge.map((huge) => ({
          utxoID: formatId(utxoID(huge)),
          txID: formatId(huge.txID),
          outputIndex: 0,
          assetID: formatId(other),
          fxID,
          output: { addresses: [addressText(3)], amount: maxUint64, locktime: 0, threshold: 1 },
        })),
      ),
      encoding: "json",
    });
    const rewards = await spec.result("getRewardUTXOs", { txID, encoding: "json" });
    expect(rewards).toMatchObject({
      utxos: [
        { utxoID: formatId(utxoID(utxos.plain)), output: { amount: 10 } },
        { utxoID: formatId(utxoID(utxos.shared)), output: { amount: 20 } },
      ],
    });
  });

  it("are all of hex in AvalancheGo's profile", async () => {
    const bare = encodeBytes(encodeUtxo(utxos.shared), "hexnc");
    expect(await avalanchego.result("getUTXOs", { ...one, encoding: "hexnc" })).toMatchObject({
      utxos: [bare],
      encoding: "hexnc",
    });
    const hexc = await avalanchego.result("getRewardUTXOs", { txID, encoding: "hexc" });
    expect(hexc).toMatchObject({ utxos: expect.arrayContaining([hexOf(utxos.plain)]) });
  });

  it("fail as json if there is something to encode", async () => {
    const id = formatId(utxoID(utxos.shared));
    const cases = [
      ["getUTXOs", one, `couldn't encode UTXO ${id} as json: unsupported encoding in method`],
      ["getRewardUTXOs", { txID }, "couldn't encode utxo as json: unsupported encoding in method"],
      [
        "getStake",
        one,
        `couldn't encode output ${formatId(avax)} as json: unsupported encoding in method`,
      ],
    ] as const;
    for (const [method, params, message] of cases) {
      const error = await avalanchego.error(method, { ...params, encoding: "json" });
      expect(error).toEqual({ code: -32000, message });
    }
    const nobody = { addresses: [addressText(99)], encoding: "json" };
    expect(await avalanchego.result("getUTXOs", nobody)).toMatchObject({ encoding: "json" });
    expect(await avalanchego.result("getStake", nobody)).toMatchObject({ encoding: "json" });
  });
});
