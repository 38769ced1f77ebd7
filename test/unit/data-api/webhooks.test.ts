import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { formatAddress } from "../../../src/formats/address.ts";
import type { ShortId } from "../../../src/formats/bytes.ts";
import { WatchStore } from "../../../src/store/watch-store.ts";
import { parseDefinition, textOfDefinition } from "../../../src/watches/stored-watch.ts";
import { callNode } from "../../support/call-node.ts";
import { type StartedNode, startNode, startNodeIn } from "../../support/start-node.ts";
import { openTarget, type Target } from "../../support/watches/target.ts";

const address = "P-local1rz9djj8vlj2k7tf7rm57czcwxmjtajhlfv0rp6";
const funded = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
let node: StartedNode;
let target: Target;

beforeEach(async () => {
  target = await openTarget();
  node = await startNode({ "watch-allow-private-targets": "true" });
});
afterEach(async () => {
  await node.stop();
  await target.close();
});

async function ask(verb: string, path: string, body?: object, url = node.url) {
  const response = await fetch(`${url}/v1/webhooks${path}`, {
    method: verb,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: what an answer has is what each test checks.
  return { status: response.status, body: (await response.json()) as any };
}

const activity = (keys: readonly string[], more: object = {}) => ({
  eventType: "primary_network_address_activity",
  url: target.url,
  name: "deposits",
  network: "fuji",
  chainId: "p-chain",
  metadata: {
    keyType: "addresses",
    keys,
    subEvents: { addressActivitySubEvents: ["balance_change", "reward_distribution"] },
    ...more,
  },
});

const fund = (to: string) =>
  callNode(node.url, "dev.fund", { address: to, amount: "5" }, "/ext/dev");

it("delivers what happens to an address, signed with the shared secret and the one before", async () => {
  const { secret } = (await ask("GET", ":getSharedSecret")).body;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const created = await ask("POST", "", activity([address]));
  expect(created).toMatchObject({ status: 201, body: { status: "active", name: "deposits" } });
  const rotated = await ask("POST", ":generateOrRotateSharedSecret");
  expect(rotated.status).toBe(201);
  expect(rotated.body.secret).not.toBe(secret);
  expect((await ask("GET", ":getSharedSecret")).body).toEqual(rotated.body);
  await fund(address);
  await target.has(1);
  const [{ headers, body }] = target.received as [Target["received"][number]];
  for (const each of [secret, rotated.body.secret]) {
    expect(new Webhook(each).verify(body, headers)).toMatchObject({
      webhookId: created.body.id,
      eventType: "primary_network_address_activity",
      event: { kind: "activity", address, received: "5" },
    });
  }
});

// Each payment outside of blocks was compared with the block before, so that each one passed the limit.
it("reports once that payments take a balance above a limit", async () => {
  const thresholds = {
    subEvents: { addressActivitySubEvents: ["balance_threshold"] },
    balanceThresholdFilter: { balanceThreshold: "7", balanceType: "unlockedUnstaked" },
  };
  const last = manyAddresses(1)[0]!;
  await ask("POST", "", activity([address, last], thresholds));
  const reported = () => target.received.map(({ body }) => JSON.parse(body).event);
  await fund(address);
  await fund(address);
  await target.has(1);
  await fund(address);
  for (const to of [last, last]) await fund(to);
  await target.has(2);
  expect(reported()).toMatchObject(
    [address, last].map((each) => ({ kind: "balanceAbove", address: each, balance: "10" })),
  );
});

// Both were accepted whatever they were, and events of the node's own P-chain delivered.
it("rejects a webhook of another network or chain", async () => {
  const { network: _, ...unnamed } = activity([address]);
  const pChain = "11111111111111111111111111111111LpoYY";
  for (const more of [{}, { network: "local" }, { network: "mainnet" }, { chainId: pChain }]) {
    expect((await ask("POST", "", { ...unnamed, ...more })).status).toBe(201);
  }
  const [custom, xChain] = [{ network: "custom" }, { chainId: "x-chain" }];
  for (const [more, message] of [
    [custom, 'network: expected one of local, mainnet, fuji, testnet, got "custom"'],
    [xChain, `chainId: expected one of p-chain, ${pChain}, got "x-chain"`],
  ] as const) {
    const refused = await ask("POST", "", { ...unnamed, ...more });
    expect(refused).toMatchObject({ status: 400, body: { message } });
  }
});

it("lists, changes and deletes webhooks, and a deleted one is silent", async () => {
  const first = (await ask("POST", "", activity([address]))).body;
  const second = (await ask("POST", "", activity([funded]))).body;
  expect((await ask("GET", "")).body.webhooks).toEqual([first, second]);
  const page = (await ask("GET", "?pageSize=1")).body;
  expect(page.webhooks).toEqual([first]);
  expect((await ask("GET", `?pageToken=${page.nextPageToken}`)).body).toEqual({
    webhooks: [second],
  });
  const change = { status: "inactive", description: "later" };
  const changed = await ask("PATCH", `/${first.id}`, change);
  expect(changed.body).toEqual({ ...first, ...change });
  expect((await ask("GET", "?status=inactive")).body.webhooks).toEqual([changed.body]);
  await fund(address);
  expect((await ask("DELETE", `/${first.id}`)).status).toBe(200);
  expect((await ask("GET", `/${first.id}`)).status).toBe(404);
  expect((await ask("DELETE", `/${first.id}`)).status).toBe(404);
  await ask("POST", "", activity([address], { keys: [address] }));
  await fund(address);
  await target.has(1);
  expect(target.received).toHaveLength(1);
});

it("adds and removes addresses", async () => {
  const { id } = (await ask("POST", "", activity([address]))).body;
  const added = await ask("PATCH", `/${id}/addresses`, { addresses: [funded, address] });
  expect(added).toMatchObject({
    status: 200,
    body: { metadata: { addresses: [address, funded] } },
  });
  expect((await ask("GET", `/${id}/addresses?pageSize=1`)).body).toEqual({
    addresses: [address],
    totalAddresses: 2,
    nextPageToken: "1",
  });
  await ask("DELETE", `/${id}/addresses`, { addresses: [address] });
  expect((await ask("GET", `/${id}`)).body.metadata.keys).toEqual([funded]);
  expect(await ask("DELETE", `/${id}/addresses`, { addresses: [funded] })).toMatchObject({
    status: 400,
  });
});

const manyAddresses = (length: number) =>
  Array.from({ length }, (_, at) => {
    const bytes = new Uint8Array(20);
    new DataView(bytes.buffer).setUint32(0, at + 1);
    return formatAddress("P", "local", bytes as ShortId);
  });

// The change was stored, and no response had room for it: every list of webhooks failed.
it("watches as many addresses as a response can list", async () => {
  const many = manyAddresses(10_001);
  const { id } = (await ask("POST", "", activity(many.slice(0, 9_999)))).body;
  const add = (addresses: readonly string[]) => ask("PATCH", `/${id}/addresses`, { addresses });
  const problem = (field: string) => ({
    status: 400,
    body: { message: `${field}: a webhook watches at most 10000 addresses, got 10001` },
  });
  expect(await add(many.slice(9_999))).toMatchObject(problem("addresses"));
  expect(await add(many.slice(9_999, 10_000))).toMatchObject({ status: 200 });
  expect((await ask("GET", `/${id}`)).body.metadata.keys).toHaveLength(10_000);
  const joined = [many.slice(0, 2).join(), ...many.slice(2)];
  expect(await ask("POST", "", activity(joined))).toMatchObject(problem("metadata.keys"));
});

it("reads and changes a webhook that was stored with more addresses", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-webhooks-"));
  const options = { "watch-allow-private-targets": "true" };
  const before = await startNodeIn(directory, options);
  const { id } = (await ask("POST", "", activity([address]), before.url)).body;
  await before.stop();
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const file = files.find((name) => name.endsWith("watches.sqlite"))!;
  const store = new WatchStore(join(directory, file));
  const [row] = store.watches();
  const definition = parseDefinition(row!.definition);
  const extra = JSON.parse(definition.extra!) as { metadata: object };
  const many = manyAddresses(10_002);
  const stored = { ...extra, metadata: { ...extra.metadata, keys: many } };
  const text = textOfDefinition({ ...definition, extra: JSON.stringify(stored) });
  store.put([{ ...row!, definition: text }]);
  store.close();
  const { url, stop: end } = await startNodeIn(directory, options);
  try {
    const listed = (await ask("GET", "", undefined, url)).body.webhooks;
    expect(listed).toHaveLength(1);
    expect(listed[0].metadata.keys).toEqual(many.slice(0, 10_000));
    const page = await ask("GET", `/${id}/addresses?pageSize=1`, undefined, url);
    expect(page).toMatchObject({ status: 200, body: { totalAddresses: 10_002 } });
    const gone = { addresses: many.slice(0, 2) };
    const { body } = await ask("DELETE", `/${id}/addresses`, gone, url);
    expect(body.metadata.addresses).toEqual(many.slice(2));
    expect(await ask("DELETE", `/${id}`, undefined, url)).toMatchObject({ status: 200 });
  } finally {
    await end();
  }
});

it("lists each address once, as it is watched", async () => {
  const keys = [`${address},${funded}`, address.slice("P-".length), address];
  const { id, metadata } = (await ask("POST", "", activity(keys))).body;
  expect(metadata.keys).toEqual([address, funded]);
  expect((await ask("GET", `/${id}/addresses`)).body).toEqual({
    addresses: [address, funded],
    totalAddresses: 2,
  });
});

it("names the member that is wrong", async () => {
  const validators = (metadata: object) => ({
    ...activity([]),
    eventType: "validator_activity",
    metadata: {
      keyType: "nodeId",
      keys: ["NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5"],
      ...metadata,
    },
  });
  const wrong: readonly (readonly [object, string])[] = [
    [activity(["P-local1nonsense"]), "metadata.keys"],
    [{ ...activity([address]), url: "ftp://x" }, "url"],
    [{ ...activity([address]), eventType: "address_activity" }, "eventType"],
    [activity([address], { keyType: "nodeId" }), "metadata.keyType"],
    [activity([address], { subEvents: {} }), "metadata.subEvents.addressActivitySubEvents"],
    [
      activity([address], { subEvents: { addressActivitySubEvents: ["balance_threshold"] } }),
      "metadata.balanceThresholdFilter",
    ],
    [
      validators({ subEvents: { validatorActivitySubEvents: ["l1_validator_balance_threshold"] } }),
      "metadata.l1ValidatorFeeBalanceThreshold",
    ],
    [validators({ subEvents: {} }), "metadata.subEvents.validatorActivitySubEvents"],
  ];
  for (const [body, field] of wrong) {
    const answer = await ask("POST", "", body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(field)]);
  }
});

it.each([
  ["nodeId", "NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5"],
  ["subnetId", "11111111111111111111111111111111LpoYY"],
])("takes all seven events of validators by %s", async (keyType, key) => {
  const validatorActivitySubEvents = [
    "validator_stake",
    "delegator_stake",
    "reward_distribution",
    "l1_validator_balance_increased",
    "l1_validator_disabled",
    "l1_validator_removed",
    "l1_validator_balance_threshold",
  ];
  const created = await ask("POST", "", {
    ...activity([]),
    eventType: "validator_activity",
    metadata: {
      keyType,
      keys: [key],
      subEvents: { validatorActivitySubEvents },
      l1ValidatorFeeBalanceThreshold: "1000",
    },
  });
  expect(created.status).toBe(201);
  await callNode(node.url, "dev.setBlockProduction", { mode: "auto" }, "/ext/dev");
  await callNode(node.url, "dev.increaseTime", { seconds: 31_536_000 }, "/ext/dev");
  await target.has(2);
  const kinds = target.received.map(({ body }) => JSON.parse(body).event.kind);
  expect(kinds).toEqual(expect.arrayContaining(["ended", "rewarded"]));
});

it("--watch-token-file lets only callers with the token use webhooks", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "couloir-")), "token");
  writeFileSync(file, "correct-horse-battery-staple");
  const guarded = await startNode({
    "watch-token-file": file,
    "watch-allow-private-targets": "true",
  });
  const status = async (headers: Record<string, string>, path = "") =>
    (await fetch(`${guarded.url}/v1/webhooks${path}`, { headers })).status;
  const token = "correct-horse-battery-staple";
  for (const headers of [{ authorization: `Bearer ${token}` }, { "x-glacier-api-key": token }]) {
    expect(await status(headers)).toBe(200);
    expect(await status(headers, ":getSharedSecret")).toBe(200);
  }
  for (const headers of [{}, { authorization: "Bearer wrong" }, { "x-glacier-api-key": "wrong" }]) {
    for (const path of ["", "/x", "/x/addresses", ":getSharedSecret"]) {
      expect(await status(headers as Record<string, string>, path)).toBe(401);
    }
  }
  const create = (headers: Record<string, string>) =>
    fetch(`${guarded.url}/v1/webhooks`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(activity([address])),
    });
  expect((await create({})).status).toBe(401);
  expect((await create({ authorization: `Bearer ${token}` })).status).toBe(201);
  await guarded.stop();
});

it("is off with --public, and for pages of other origins", async () => {
  const open = await startNode({ public: "true", "data-api": "true" });
  for (const path of ["", "/x", ":getSharedSecret"]) {
    expect((await ask("GET", path, undefined, open.url)).status).toBe(404);
  }
  await open.stop();
  for (const path of ["", "/x", ":getSharedSecret"]) {
    const headers = { origin: "https://example.com" };
    const answer = await fetch(`${node.url}/v1/webhooks${path}`, { headers });
    expect(answer.status).toBe(403);
  }
});
