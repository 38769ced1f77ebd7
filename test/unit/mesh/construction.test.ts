import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ripemd160, sha256 } from "../../../src/crypto/hash.ts";
import { publicKey, sign } from "../../../src/crypto/secp256k1.ts";
import type { Id, NodeId, ShortId } from "../../../src/formats/bytes.ts";
import { encodeBytes } from "../../../src/formats/encoding.ts";
import { formatHex, parseHexDigits } from "../../../src/formats/hex.ts";
import { formatId, parseId } from "../../../src/formats/id.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";
import { mesh } from "../../../src/mesh/mesh.ts";
import type { MeshContext } from "../../../src/mesh/operation.ts";
import { encodeUtxo } from "../../../src/pchain/components/utxo.ts";
import { callNode } from "../../support/call-node.ts";
import { MeshApi } from "../../support/mesh-api.ts";
import { type StartedNode, startNode } from "../../support/start-node.ts";

const privateKey = new Uint8Array(32).fill(7);
const hex = (bytes: Uint8Array) => formatHex(bytes).slice(2);
const key = { hex_bytes: hex(publicKey(privateKey)), curve_type: "secp256k1" };
const currency = { symbol: "AVAX", decimals: 9 };

let node: StartedNode;
let api: MeshApi;
let address: string;

beforeAll(async () => {
  node = await startNode({ "block-production": "auto" });
  api = new MeshApi(node.url, "local");
  const derived = await api.get<{ account_identifier: { address: string } }>(
    "/construction/derive",
    { public_key: key },
  );
  address = derived.account_identifier.address;
  const params = { address, amount: "5000000000000" };
  expect((await callNode(node.url, "dev.fund", params)).error).toBeUndefined();
});

afterAll(() => node.stop());

type Coin = { coin_identifier: { identifier: string }; amount: { value: string } };

type Payment = { readonly value: bigint; readonly part: string; readonly to?: string };

/** Builds a transaction that spends the richest coin of the address, with what is left as change. */
async function prepare(type: string, payment: Payment, metadata: object, imported?: Coin) {
  type Coins = { coins: Coin[] };
  const { coins } = await api.get<Coins>("/account/coins", {
    account_identifier: { address, sub_account: { address: "unlocked" } },
    include_mempool: false,
  });
  const richest = coins.toSorted((a, b) => Number(BigInt(b.amount.value) - BigInt(a.amount.value)));
  const coin = imported ?? richest[0];
  const inputValue = BigInt(coin!.amount.value);
  const operationsWith = (fee: bigint) => [
    {
      operation_identifier: { index: 0 },
      type,
      account: { address },
      amount: { value: `-${inputValue}`, currency },
      coin_change: { coin_identifier: coin!.coin_identifier, coin_action: "coin_spent" },
      metadata: { type: imported === undefined ? "INPUT" : "IMPORT" },
    },
    ...[
      { value: inputValue - payment.value - fee, part: "OUTPUT", to: address },
      { to: address, ...payment },
    ].map(({ value, part, to }, at) => ({
      operation_identifier: { index: at + 1 },
      type,
      account: { address: to },
      amount: { value: String(value), currency },
      metadata: { type: part },
    })),
  ];
  const { options } = await api.get<{ options: object }>("/construction/preprocess", {
    operations: operationsWith(1n),
    metadata,
  });
  const found = await api.get<{ metadata: object; suggested_fee: { value: string }[] }>(
    "/construction/metadata",
    { options },
  );
  const operations = operationsWith(BigInt(found.suggested_fee[0]!.value));
  type Payloads = { unsigned_transaction: string; payloads: { hex_bytes: string }[] };
  const { unsigned_transaction, payloads } = await api.get<Payloads>("/construction/payloads", {
    operations,
    metadata: found.metadata,
  });
  return { operations, unsigned_transaction, payloads };
}

/** Builds, signs and issues a transaction. */
async function send(type: string, payment: Payment, metadata: object, imported?: Coin) {
  const { operations, unsigned_transaction, payloads } = await prepare(
    type,
    payment,
    metadata,
    imported,
  );
  const parsed = async (transaction: string, signed: boolean) =>
    await api.get<{ operations: object[]; account_identifier_signers: object[]; metadata: object }>(
      "/construction/parse",
      { transaction, signed },
    );
  expect((await parsed(unsigned_transaction, false)).account_identifier_signers).toEqual([]);
  const signatures = payloads.map((payload) => ({
    signing_payload: payload,
    public_key: key,
    signature_type: "ecdsa_recovery",
    hex_bytes: hex(sign(parseHexDigits(payload.hex_bytes), privateKey)),
  }));
  const { signed_transaction } = await api.get<{ signed_transaction: string }>(
    "/construction/combine",
    { unsigned_transaction, signatures },
  );
  const read = await parsed(signed_transaction, true);
  expect(read.account_identifier_signers).toEqual([{ address }]);
  const amounts = (list: object[]) =>
    list.map((each) => (each as { amount: { value: string } }).amount.value).sort();
  expect(amounts(read.operations)).toEqual(amounts(operations));
  // The chain that an import is from and the owner of rewards were not shown.
  expect(read.metadata).toMatchObject(metadata);
  const again = { operations: read.operations, metadata: read.metadata };
  expect(await api.get("/construction/payloads", again)).toEqual({
    unsigned_transaction,
    payloads,
  });
  const hash = await api.get("/construction/hash", { signed_transaction });
  const sent = await api.get<{ transaction_identifier: { hash: string } }>("/construction/submit", {
    signed_transaction,
  });
  expect(sent).toEqual(hash);
  return { ...sent, signed_transaction };
}

it.each([
  { type: "BASE", part: "OUTPUT", chain: "P", metadata: {} },
  { type: "EXPORT_AVAX", part: "EXPORT", chain: "X", metadata: { destination_chain: "X" } },
])("builds, signs and sends $type", async ({ type, part, chain, metadata }) => {
  const payment = { value: 1_000_000n, part, to: address.replace("P", chain) };
  const { transaction_identifier } = await send(type, payment, metadata);
  await isInBlock(transaction_identifier);
});

it("delegates", async () => {
  const metadata = {
    node_id: "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
    end: Date.parse("2026-12-21T00:00:00Z") / 1000,
    reward_addresses: [address],
    threshold: 1,
    locktime: 4e9,
  };
  const payment = { value: 25_000_000_000n, part: "STAKE" };
  const sent = await send("ADD_PERMISSIONLESS_DELEGATOR", payment, metadata);
  await isInBlock(sent.transaction_identifier);
  const { result } = await callNode(node.url, "platform.getStake", { addresses: [address] });
  expect(result).toMatchObject({ staked: "25000000000" });
});

it("adds a validator", async () => {
  const { result } = await callNode(node.url, "info.getNodeID");
  const { nodePOP } = result as {
    nodePOP: { publicKey: string; proofOfPossession: string };
  };
  const metadata = {
    node_id: formatNodeId(new Uint8Array(20).fill(9) as NodeId),
    bls_public_key: nodePOP.publicKey,
    bls_proof_of_possession: nodePOP.proofOfPossession,
    end: Date.parse("2026-12-21T00:00:00Z") / 1000,
    shares: 200_000,
    reward_addresses: [address],
  };
  const payment = { value: 2_000_000_000_000n, part: "STAKE" };
  const stake = {
    operation_identifier: { index: 0 },
    type: "ADD_PERMISSIONLESS_VALIDATOR",
    account: { address },
    amount: { value: String(payment.value), currency },
    metadata: { type: "STAKE" },
  };
  const { body } = await api.ask("/construction/preprocess", {
    operations: [stake],
    metadata: { ...metadata, shares: 1_000_001 },
  });
  expect(body).toMatchObject({
    code: 8,
    description: "metadata.shares: expected a whole number from 0 to 1000000: 1000001",
  });
  const sent = await send("ADD_PERMISSIONLESS_VALIDATOR", payment, metadata);
  await isInBlock(sent.transaction_identifier);
  const validators = await callNode(node.url, "platform.getCurrentValidators", {
    nodeIDs: [metadata.node_id],
  });
  expect(validators.result).toMatchObject({
    validators: [{ txID: sent.transaction_identifier.hash, delegationFee: "20.0000" }],
  });
});

it("imports what another chain exported", async () => {
  const txID = new Uint8Array(32).fill(5) as Id;
  const { result } = await callNode(node.url, "platform.getStakingAssetID");
  const assetID = parseId((result as { assetID: string }).assetID);
  const owner = {
    locktime: 0n,
    threshold: 1,
    addresses: [ripemd160(sha256(publicKey(privateKey))) as ShortId],
  };
  const output = { kind: "TransferOutput", amount: 9_000_000n, ...owner } as const;
  const utxo = encodeUtxo({ txID, outputIndex: 0, assetID, output });
  const params = { utxo: encodeBytes(utxo, "hex"), sourceChain: "X", encoding: "hex" };
  expect((await callNode(node.url, "dev.addAtomicUTXO", params)).error).toBeUndefined();
  const coin = {
    coin_identifier: { identifier: `${formatId(txID)}:0` },
    amount: { value: "9000000" },
  };
  const payment = { value: 1_000_000n, part: "OUTPUT" };
  const sent = await send("IMPORT_AVAX", payment, { source_chain: "X" }, coin);
  await isInBlock(sent.transaction_identifier);
});

async function isInBlock(transaction_identifier: { readonly hash: string }): Promise<void> {
  await expect
    .poll(async () => {
      const found = await api.get<{ total_count: number }>("/search/transactions", {
        transaction_identifier,
      });
      return found.total_count;
    })
    .toBe(1);
}

it("refuses what cannot be built, read or accepted, each with its code", async () => {
  const { signed_transaction } = await send("BASE", { value: 5n, part: "OUTPUT" }, {});
  const fails = async (path: string, members: object) => {
    const { status, body } = await api.ask(path, members);
    expect(status).toBe(500);
    const { code, retriable } = body as { code: number; retriable: boolean };
    return [code, retriable];
  };
  await expect
    .poll(async () => await fails("/construction/submit", { signed_transaction }))
    .toEqual([11, false]);
  expect(await fails("/construction/hash", { signed_transaction: "{}" })).toEqual([9, false]);
  expect(await fails("/construction/preprocess", { operations: [] })).toEqual([8, false]);
  expect(await fails("/block", { block_identifier: { index: 1000 } })).toEqual([3, true]);
  expect(await fails("/block", { block_identifier: { index: -1 } })).toEqual([2, false]);
  expect(await fails("/none", {})).toEqual([7, false]);
  const unknown = { account_identifier: { address: "P-local1x" } };
  expect(await fails("/account/balance", unknown)).toEqual([6, false]);
  const unaccepted = { transaction_identifier: { hash: formatId(new Uint8Array(32) as Id) } };
  expect(await fails("/mempool/transaction", unaccepted)).toEqual([4, true]);
  const other = { network_identifier: { blockchain: "avalanche", network: "mainnet" } };
  expect(await fails("/network/status", other)).toEqual([1, false]);
});

describe("an operation or metadata that cannot be encoded", () => {
  const operation = (index: number, value: string, account = address) => ({
    operation_identifier: { index },
    type: "BASE",
    account: { address: account },
    amount: { value, currency },
  });
  const refusal = async (operations: readonly object[], metadata: object = {}) => {
    const { body } = await api.ask("/construction/preprocess", { operations, metadata });
    return (body as { description?: string }).description;
  };

  // 2^64 + 5 was an output of 5.
  it.each(["18446744073709551616", "18446744073709551621", "-18446744073709551621", "0", "-0"])(
    "names the amount %s",
    async (value) => {
      expect(await refusal([operation(0, value)])).toBe(
        `operations[0].amount.value: expected an amount from 1 to 18446744073709551615, negative if it is spent, got ${value}`,
      );
    },
  );

  it("names the address, wherever it is", async () => {
    expect(await refusal([operation(0, "5"), operation(1, "5", "P-local1x")])).toMatch(
      /^operations\[1\]\.account\.address: expected an address that begins with P-local1: /,
    );
    const delegation = { ...operation(0, "5"), type: "ADD_PERMISSIONLESS_DELEGATOR" };
    const metadata = {
      node_id: "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
      end: 1_800_000_000,
      reward_addresses: ["P-local1x"],
    };
    expect(await refusal([delegation], metadata)).toMatch(
      /^metadata\.reward_addresses: expected addresses of this network: /,
    );
    expect(await refusal([delegation], { ...metadata, node_id: undefined })).toBe(
      "metadata.node_id: expected a node ID: got nothing",
    );
  });

  it("names the text of a transaction", async () => {
    const { body } = await api.ask("/construction/hash", { signed_transaction: "0x00" });
    expect(body).toMatchObject({
      code: 9,
      description: expect.stringMatching(
        /^signed_transaction: expected what \/construction\/combine returned: /,
      ),
    });
  });
});

it.each(["GENESIS", "DEV"])("finds what no transaction did by the type %s", async (type) => {
  const found = await api.get<{ total_count: number }>("/search/transactions", { type });
  expect(found.total_count).toBeGreaterThan(0);
});

it("refuses signatures of another key", async () => {
  const { unsigned_transaction, payloads } = await prepare(
    "BASE",
    { value: 5n, part: "OUTPUT" },
    {},
  );
  const other = new Uint8Array(32).fill(8);
  const signed = (hex_bytes: string) => ({
    unsigned_transaction,
    signatures: payloads.map((signing_payload) => ({
      signing_payload,
      public_key: { hex_bytes: hex(publicKey(other)), curve_type: "secp256k1" },
      signature_type: "ecdsa_recovery",
      hex_bytes,
    })),
  });
  const ofOther = hex(sign(parseHexDigits(payloads[0]!.hex_bytes), other));
  for (const [hex_bytes, problem] of [
    [ofOther, `signatures: expected one of ${address}`],
    ["00", "signatures[0].hex_bytes: expected r, s and the recovery ID in 65 bytes: invalid"],
  ] as const) {
    const { status, body } = await api.ask("/construction/combine", signed(hex_bytes));
    expect([status, body]).toEqual([
      500,
      { code: 10, message: "Signature is invalid", retriable: false, description: problem },
    ]);
  }
});

it("says which accounts there are", async () => {
  const description = async (account_identifier: object) => {
    const { body } = await api.ask("/account/balance", { account_identifier });
    return (body as { readonly description: string }).description;
  };
  const expected =
    "account_identifier.address: expected an address that begins with P-local1, or a validation ID";
  for (const other of [address.slice(2), address.replace("local", "fuji"), "", "P-local1x"]) {
    expect(await description({ address: other })).toContain(`${expected}, got "${other}"`);
  }
  // What JavaScript's objects have, too, returned the whole account.
  for (const other of ["all", "constructor", "__proto__"]) {
    expect(await description({ address, sub_account: { address: other } })).toBe(
      `account_identifier.sub_account.address: expected one of unlocked, locked_stakeable, locked_not_stakeable, staked, exported, got "${other}"`,
    );
  }
});

it("returns all currencies if a request names none of them", async () => {
  const account_identifier = { address };
  const all = { account_identifier, include_mempool: false };
  const none = { ...all, currencies: [] };
  expect(await api.get("/account/coins", none)).toEqual(await api.get("/account/coins", all));
  const { include_mempool: _unused, ...balance } = none;
  const balances = await api.get<{ balances: object[] }>("/account/balance", balance);
  expect(balances).toEqual(await api.get("/account/balance", { account_identifier }));
  expect(balances.balances).toHaveLength(1);
});

it("says while the node starts that it cannot answer yet", async () => {
  const answer = mesh({} as MeshContext, () => "The P-chain is not bootstrapped");
  const { status, body } = await answer({
    verb: "POST",
    path: "/mesh/network/status",
    body: Buffer.from("{}"),
  });
  expect([status, JSON.parse(body)]).toEqual([
    500,
    {
      code: 5,
      message: "Node cannot answer yet",
      retriable: true,
      description: "The P-chain is not bootstrapped",
    },
  ]);
});
