import { secp256k1 } from "@noble/curves/secp256k1.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicKey, sign } from "../../../src/crypto/secp256k1.ts";
import type { Id } from "../../../src/formats/bytes.ts";
import { formatHex, parseHexDigits } from "../../../src/formats/hex.ts";
import { formatId } from "../../../src/formats/id.ts";
import { MeshApi } from "../../support/mesh-api.ts";
import { type StartedNode, startNode } from "../../support/start-node.ts";

const currency = { symbol: "AVAX", decimals: 9 };
const privateKey = new Uint8Array(32).fill(7);
const hex = (bytes: Uint8Array) => formatHex(bytes).slice(2);
const key = { hex_bytes: hex(publicKey(privateKey)), curve_type: "secp256k1" };
const coin = `${formatId(new Uint8Array(32).fill(5) as Id)}:0`;
const nodeID = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const max = "18446744073709551615";

let node: StartedNode;
let api: MeshApi;
let address: string;

beforeAll(async () => {
  node = await startNode({});
  api = new MeshApi(node.url, "local");
  type Derived = { account_identifier: { address: string } };
  address = (await api.get<Derived>("/construction/derive", { public_key: key })).account_identifier
    .address;
});

afterAll(() => node.stop());

const onChain = (alias: string) => address.replace("P-", alias);

type Change = Readonly<Record<string, unknown>>;

/** An input of 10 AVAX and outputs, each with changed members. */
function operationsOf(type: string, input: Change, ...outputs: Change[]) {
  const spent = {
    amount: { value: "-10000000000", currency },
    coin_change: { coin_identifier: { identifier: coin }, coin_action: "coin_spent" },
    ...input,
  };
  const all = [spent, ...outputs.map((each) => ({ amount: { value: "5", currency }, ...each }))];
  return all.map((members, index) => ({
    operation_identifier: { index },
    type,
    account: { address },
    ...members,
  }));
}

async function refusal(path: string, members: object): Promise<string> {
  const { status, body } = await api.ask(path, members);
  const { code, description, retriable } = body as Record<string, unknown>;
  return [status, code, retriable, description].join(" ");
}

async function built(operations: object[], metadata: object = {}): Promise<string> {
  return await refusal("/construction/payloads", { operations, metadata });
}

// Each was built into a transaction that did something else: the stake of the first one was burnt.
it.each<[string, Change, Change, string]>([
  [
    "stake",
    {},
    { metadata: { type: "STAKE" } },
    '[1].metadata.type: expected OUTPUT for a positive amount, got "STAKE"',
  ],
  [
    "an import",
    { metadata: { type: "IMPORT" } },
    {},
    '[0].metadata.type: expected INPUT for a negative amount, got "IMPORT"',
  ],
  [
    "another part",
    {},
    { metadata: { type: "OTHER" } },
    '[1].metadata.type: expected OUTPUT for a positive amount, got "OTHER"',
  ],
  [
    "two signatures",
    {},
    { metadata: { threshold: 2 } },
    "[1].metadata.threshold: expected 1, got 2",
  ],
  [
    "other signers",
    { metadata: { sig_indices: [1] } },
    {},
    "[0].metadata.sig_indices: expected [0], got a list of 1",
  ],
  ["a locked input", { metadata: { locktime: 5 } }, {}, "[0].metadata.locktime: expected 0, got 5"],
  [
    "a part of a second",
    {},
    { metadata: { locktime: 0.5 } },
    "[1].metadata.locktime: expected a whole number from 0 to 9007199254740991, got 0.5",
  ],
  [
    "other decimals",
    {},
    { amount: { value: "5", currency: { symbol: "AVAX", decimals: 18 } } },
    "[1].amount.currency.decimals: expected 9, got 18",
  ],
  [
    "an index twice",
    {},
    { operation_identifier: { index: 0 } },
    "[1].operation_identifier.index: expected 1, got 0",
  ],
  [
    "a relation to itself",
    {},
    { related_operations: [{ index: 1 }] },
    "[1].related_operations[0].index: expected less than 1, got 1",
  ],
  [
    "a created input",
    { coin_change: { coin_identifier: { identifier: coin }, coin_action: "coin_created" } },
    {},
    "[0].coin_change.coin_action: expected coin_spent, got coin_created",
  ],
])("refuses %s in a transfer", async (_what, input, output, problem) => {
  expect(await built(operationsOf("BASE", input, output))).toBe(`500 8 false operations${problem}`);
});

it("refuses parts of accounts, and accounts of other chains", async () => {
  const of = (account: object) => built(operationsOf("BASE", {}, { account }));
  expect(await of({ address, sub_account: { address: "staked" } })).toBe(
    "500 8 false operations[1].account.sub_account: expected none in construction",
  );
  for (const other of [onChain("X-"), onChain("Q-"), onChain(""), "hello"]) {
    expect(await of({ address: other })).toBe(
      `500 8 false operations[1].account.address: expected an address that begins with P-local1, got "${other}"`,
    );
    expect(await built(operationsOf("BASE", { account: { address: other } }, {}))).toContain(
      "500 8 false operations[0].account.address: ",
    );
  }
});

it("refuses coins that are not written as the node writes them, or spent twice", async () => {
  const of = (identifier: string) =>
    built(
      operationsOf("BASE", {
        coin_change: { coin_identifier: { identifier }, coin_action: "coin_spent" },
      }),
    );
  for (const other of [coin.replace(/0$/, "00"), coin.replace(/0$/, "4294967296")]) {
    expect(await of(other)).toContain("500 2 false operations[0].coin_change.coin_identifier.");
  }
  const [input] = operationsOf("BASE", {});
  const again = { ...input, operation_identifier: { index: 1 } };
  expect(await built([input!, again])).toBe(
    `500 8 false operations[1].coin_change.coin_identifier.identifier: ${coin} is spent twice`,
  );
});

it("keeps the locktime of an output", async () => {
  const operations = operationsOf("BASE", {}, { metadata: { type: "OUTPUT", locktime: 4e9 } });
  type Built = { unsigned_transaction: string };
  const { unsigned_transaction: transaction } = await api.get<Built>("/construction/payloads", {
    operations,
    metadata: {},
  });
  const read = await api.get("/construction/parse", { transaction, signed: false });
  expect(read).toMatchObject({ operations: [{}, { metadata: { locktime: 4e9 } }] });
});

describe("what goes to or comes from another chain", () => {
  const exported = (more: Change = { account: { address: onChain("X-") } }) =>
    operationsOf("EXPORT_AVAX", {}, { metadata: { type: "EXPORT" }, ...more });

  it("goes to the X- or C-chain, and to an address of it", async () => {
    for (const destination_chain of ["P", "Q", undefined]) {
      expect(await built(exported(), { destination_chain })).toContain(
        "500 8 false metadata.destination_chain: expected X or C, got ",
      );
    }
    // An address of the P-chain was accepted, and read back as one of the other chain.
    for (const other of [onChain("X-"), address]) {
      expect(
        await built(exported({ account: { address: other } }), { destination_chain: "C" }),
      ).toContain(
        `operations[1].account.address: expected an address that begins with C-local1, got "${other}"`,
      );
    }
    expect(await built(operationsOf("EXPORT_AVAX", {}, {}), { destination_chain: "C" })).toBe(
      "500 8 false operations: no export outputs",
    );
  });

  it("can come from an owner as the other chain writes it", async () => {
    const owner = { address: onChain("X-") };
    const [imported, output] = operationsOf(
      "IMPORT_AVAX",
      { account: owner, metadata: { type: "IMPORT" } },
      {},
    );
    const other = { coin_identifier: { identifier: coin.replace(/0$/, "1") } };
    const operations = [
      imported,
      { ...imported, account: { address }, coin_change: { ...other, coin_action: "coin_spent" } },
      output,
    ].map((each, index) => ({ ...each, operation_identifier: { index } }));
    const signed = await signedBy(await payloadsOf(operations, { source_chain: "X" }));
    const read = await api.get("/construction/parse", { transaction: signed, signed: true });
    expect(read).toMatchObject({
      operations: [{ account: owner }, { account: { address } }, { account: { address } }],
      account_identifier_signers: [owner, { address }],
    });
  });
});

it.each<[object, string]>([
  [
    { subnet: formatId(new Uint8Array(32).fill(1) as Id) },
    "metadata.subnet: expected the primary network: ",
  ],
  [{ threshold: 0 }, "metadata.threshold: expected a whole number from 1 to 1: 0"],
  [
    { doubled: true },
    "operations: failed to verify validator or rewards owner: addresses not sorted and unique",
  ],
])("refuses a delegation with %s", async (change, problem) => {
  const stake = { metadata: { type: "STAKE" } };
  const reward_addresses = "doubled" in change ? [address, address] : [address];
  const metadata = { node_id: nodeID, end: 1_800_000_000, reward_addresses, ...change };
  const operations = operationsOf("ADD_PERMISSIONLESS_DELEGATOR", {}, stake);
  expect(await built(operations, metadata)).toContain(`500 8 false ${problem}`);
});

it("refuses a delegation of nothing, or of more than there can be", async () => {
  const metadata = { node_id: nodeID, end: 1_800_000_000, reward_addresses: [address] };
  const stake = { amount: { value: max, currency }, metadata: { type: "STAKE" } };
  const of = (...outputs: Change[]) =>
    built(operationsOf("ADD_PERMISSIONLESS_DELEGATOR", {}, ...outputs), metadata);
  expect(await of({})).toBe("500 8 false operations: no stake");
  expect(await of(stake, stake)).toBe("500 8 false operations: overflow");
});

type Payloads = { unsigned_transaction: string; payloads: { hex_bytes: string }[] };

async function payloadsOf(operations: object[], metadata: object = {}): Promise<Payloads> {
  return await api.get<Payloads>("/construction/payloads", { operations, metadata });
}

function signaturesOf({ payloads }: Payloads, more: object = {}) {
  return payloads.map((signing_payload) => ({
    signing_payload,
    public_key: key,
    signature_type: "ecdsa_recovery",
    hex_bytes: hex(sign(parseHexDigits(signing_payload.hex_bytes), privateKey)),
    ...more,
  }));
}

async function signedBy(payloads: Payloads): Promise<string> {
  const { unsigned_transaction } = payloads;
  const signatures = signaturesOf(payloads);
  const members = { unsigned_transaction, signatures };
  type Combined = { signed_transaction: string };
  return (await api.get<Combined>("/construction/combine", members)).signed_transaction;
}

it("refuses signatures of other kinds, and a high s", async () => {
  const payloads = await payloadsOf(operationsOf("BASE", {}, {}));
  const { unsigned_transaction } = payloads;
  const combined = async (more: object) =>
    await refusal("/construction/combine", {
      unsigned_transaction,
      signatures: signaturesOf(payloads, more),
    });
  expect(await combined({ signature_type: "ed25519" })).toBe(
    "500 2 false signatures[0].signature_type: expected ecdsa_recovery, got ed25519",
  );
  const low = signaturesOf(payloads)[0]!.hex_bytes;
  const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${low.slice(64, 128)}`);
  const high = `${low.slice(0, 64)}${s.toString(16).padStart(64, "0")}${low.endsWith("0") ? "01" : "00"}`;
  expect(await combined({ hex_bytes: high })).toBe(
    "500 10 false signatures[0].hex_bytes: expected r, s and the recovery ID in 65 bytes: mutated",
  );
});

it("refuses texts that hide an input, are of another network, or not signed", async () => {
  const { unsigned_transaction } = await payloadsOf(operationsOf("BASE", {}, {}));
  const { tx, owners } = JSON.parse(unsigned_transaction) as { tx: string; owners: object };
  const parsed = async (text: object, signed = false) =>
    await refusal("/construction/parse", { transaction: JSON.stringify(text), signed });
  expect(await parsed({ tx, owners: {} })).toContain(
    `500 9 false transaction: expected what /construction/payloads or combine returned: owners: expected the owner of ${coin}`,
  );
  expect(await parsed({ tx, owners: { [coin]: "hello" } })).toContain("500 9 false transaction: ");
  expect(await parsed({ tx: tx.replace("00003039", "00000001"), owners })).toContain(
    "the transaction is of network 1",
  );
  expect(await parsed({ tx, owners }, true)).toBe(
    "500 9 false transaction: expected what /construction/combine returned: the transaction is not signed",
  );
  const unsigned = { signed_transaction: unsigned_transaction };
  expect(await refusal("/construction/hash", unsigned)).toContain("500 9 false signed_transaction");
});

const hidden = "output 0 has several owners or a lock of stake";
it.each([
  ["several owners", "0000000100000001", "0000000100000002", "00".repeat(20), hidden],
  ["a lock of stake", "00000007", `00000016${"f".padStart(16, "0")}00000007`, "", hidden],
  ["another blockchain", "0000303900", "00003039ff", "", "wrong chain ID"],
])("refuses texts with %s, which operations do not show", async (_what, ...made) => {
  const [before, after, owner, problem] = made;
  const { unsigned_transaction } = await payloadsOf(operationsOf("BASE", {}, {}));
  const { tx, owners } = JSON.parse(unsigned_transaction) as { tx: string; owners: object };
  const transaction = JSON.stringify({ tx: tx.replace(before, `${after}${owner}`), owners });
  const members = { unsigned_transaction: transaction, signatures: [] };
  for (const refused of [
    await refusal("/construction/parse", { transaction, signed: false }),
    await refusal("/construction/combine", members),
  ]) {
    expect(refused).toContain("500 9 false ");
    expect(refused).toContain(problem);
  }
});

it("refuses to read what its operations do not say exactly", async () => {
  const { unsigned_transaction } = await payloadsOf(operationsOf("BASE", {}, {}));
  const { tx, owners } = JSON.parse(unsigned_transaction) as { tx: string; owners: object };
  const amount = "5".padStart(16, "0");
  const locked = tx.replace(amount + "0".repeat(16), `${amount}0020000000000001`);
  expect(locked).not.toBe(tx);
  const transaction = JSON.stringify({ tx: locked, owners });
  expect(await refusal("/construction/parse", { transaction, signed: false })).toContain(
    "500 9 false transaction: expected one of operations: operations[1].metadata.locktime: ",
  );
});

it("says that a node that is not at the tip cannot take a transaction yet", async () => {
  const offline = await startNode({ "network-id": "fuji", offline: "true", mesh: "true" });
  const local = { api, address };
  try {
    api = new MeshApi(offline.url, "fuji");
    type Derived = { account_identifier: { address: string } };
    const derived = await api.get<Derived>("/construction/derive", { public_key: key });
    address = derived.account_identifier.address;
    const signed_transaction = await signedBy(await payloadsOf(operationsOf("BASE", {}, {})));
    expect(await refusal("/construction/submit", { signed_transaction })).toBe(
      "500 5 true failed verification: chain not synced",
    );
  } finally {
    ({ api, address } = local);
    await offline.stop();
  }
});

it.each([`02${"00".repeat(31)}05`, `02${"ff".repeat(32)}`, `04${"11".repeat(64)}`])(
  "derives no address of %s, which is not a compressed point",
  async (hex_bytes) => {
    const public_key = { ...key, hex_bytes };
    expect(await refusal("/construction/derive", { public_key })).toContain(
      "500 2 false public_key.hex_bytes: expected 33 bytes, compressed, of a point of the curve, got ",
    );
  },
);

it("refuses currencies with other decimals, and searches for parts of accounts", async () => {
  const account_identifier = { address };
  const currencies = [{ symbol: "AVAX", decimals: 2 }];
  const problem = "500 2 false currencies[0].decimals: expected 9, got 2";
  const members = { account_identifier, currencies };
  expect(await refusal("/account/balance", members)).toBe(problem);
  expect(await refusal("/account/coins", { ...members, include_mempool: false })).toBe(problem);
  const searched = async (conditions: object) => await refusal("/search/transactions", conditions);
  expect(await searched({ currency: currencies[0] })).toBe(
    "500 2 false currency.decimals: expected 9, got 2",
  );
  expect(await searched({ address: "hello" })).toContain("500 6 false address: expected ");
  const part = { address, sub_account: { address: "staked" } };
  expect(await searched({ account_identifier: part })).toBe(
    "500 6 false account_identifier.sub_account: expected none, as operations concern accounts",
  );
});
