import { Agent, request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formatAddress } from "../../src/formats/address.ts";
import { parseId } from "../../src/formats/id.ts";
import { formatJson, type JsonValue } from "../../src/formats/json.ts";
import { NodeProcess } from "../e2e/node-process.ts";
import { ask, type Json } from "../e2e/rpc.ts";
import { callNode } from "../support/call-node.ts";
import { scratchDirectory } from "../support/containers.ts";
import { missingPostgres, TestPostgres } from "../support/postgres.ts";
import { runCouloir } from "../support/run-couloir.ts";
import { type StartedNode, startNodeIn } from "../support/start-node.ts";
import { payerAddress } from "../support/transfers.ts";

const missing = missingPostgres();
if (missing !== undefined) console.log(`--ledger-keep-blocks: not tested, since ${missing}`);

/** What a connection of its own answers. */
function posted(base: string, agent: Agent, method: string, params: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = request(`${base}/ext/ledger`, { agent, method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(text));
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  });
}

const blockchain = "/v1/networks/fuji/blockchains/p-chain";

describe.skipIf(missing !== undefined)("--ledger-keep-blocks", () => {
  let server: TestPostgres;
  let directory: ReturnType<typeof scratchDirectory>;
  let url: string;

  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    directory = scratchDirectory();
    url = server.url(await server.newDatabase());
    return () => directory.remove();
  });

  /** With `small@0`, nothing is replayed again. */
  const flags = () => ({
    chain: "small@0",
    dev: "false",
    "data-api": "true",
    mesh: "true",
    "db-url": url,
  });
  const pruning = () => ({ ...flags(), "ledger-keep-blocks": "5" });

  const couloir = (...args: string[]) => runCouloir(args, directory.path);

  const ledger = (node: StartedNode, method: string, params: Json) =>
    ask(node.url, "/ext/ledger", `ledger.${method}`, params) as Promise<Record<string, unknown>>;

  const rest = async (node: StartedNode, path: string, body?: object) => {
    const response = await fetch(`${node.url}${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.text() };
  };

  const meshBlock = async (node: StartedNode, index: number) => {
    const list = await rest(node, "/mesh/network/list", {});
    const { network_identifiers } = JSON.parse(list.body) as { network_identifiers: object[] };
    const params = { network_identifier: network_identifiers[0], block_identifier: { index } };
    return rest(node, "/mesh/block", params);
  };

  /** What three interfaces return about old blocks. */
  const answers = async (node: StartedNode) => [
    await ledger(node, "getTransactions", {}),
    await ledger(node, "getBlocks", { filter: { toHeight: "3" } }),
    await ledger(node, "getRewards", {}),
    await rest(node, `${blockchain}/transactions?pageSize=50`),
    await meshBlock(node, 2),
  ];

  const localFrom = async (node: StartedNode) =>
    Number((await ledger(node, "getStatus", {}))["localFrom"] ?? 0);

  async function pruned(node: StartedNode): Promise<number> {
    for (let before = -1; ; ) {
      const from = await localFrom(node);
      if (from > 0 && from === before) return from;
      before = from;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  it("answers from the database what the store does not have any more", async () => {
    const whole = await startNodeIn(directory.path, { ...flags(), chain: "small" });
    const expected = await answers(whole);
    await whole.stop();
    const node = await startNodeIn(directory.path, pruning());
    try {
      const from = await pruned(node);
      expect(from).toBeGreaterThan(20);
      expect(from).toBeLessThanOrEqual(39);
      expect(await answers(node)).toEqual(expected);
      await expectWatches(node, from);
      await expectWithoutDatabase(node, from);
      await server.run();
      expect(await answers(node)).toEqual(expected);
      await expectHanging(node, from);
      expect(await answers(node)).toEqual(expected);
    } finally {
      await node.stop();
    }
    await expect(startNodeIn(directory.path, { ...flags(), "db-url": "" })).rejects.toThrow(
      /are only in the database to which this node copied them/,
    );
    const again = await startNodeIn(directory.path, flags());
    expect(await answers(again)).toEqual(expected);
    await again.stop();
    const other = server.url(await server.newDatabase());
    const lost = await startNodeIn(directory.path, { ...pruning(), "db-url": other });
    try {
      await expect
        .poll(() => healthOf(lost), { timeout: 60_000, interval: 500 })
        .toContain("The database lacks rows of heights below");
    } finally {
      await lost.stop();
    }
  }, 180_000);

  const copyProblem = async (node: StartedNode) => {
    const { checks } = JSON.parse(await healthOf(node)) as {
      checks: Record<string, { readonly error?: string }>;
    };
    return checks["ledgerDatabase"]?.error ?? "";
  };

  const healthOf = async (node: StartedNode) => (await rest(node, "/ext/health")).body;

  // The call ran again for each transaction of a page, and took more than 5 s.
  it("answers pages of many transactions in time", async () => {
    const chain = "all-1";
    const path = "/v1/networks/network-1337/blockchains/p-chain/transactions?pageSize=300";
    const whole = await startNodeIn(directory.path, { ...flags(), chain });
    const expected = await rest(whole, path);
    expect(expected.status).toBe(200);
    await whole.stop();
    const node = await startNodeIn(directory.path, { ...pruning(), chain: `${chain}@0` });
    try {
      await pruned(node);
      const { status, body } = await rest(node, path);
      expect(status).toBe(200);
      // Some megabytes, which no message should have.
      expect(body === expected.body).toBe(true);
    } finally {
      await node.stop();
    }
  }, 90_000);

  /** A watch is set back to heights whose rows are in the store, and to no others. */
  async function expectWatches(node: StartedNode, from: number): Promise<void> {
    const watch = async (method: string, params: Json) => {
      const { result, error } = await callNode(node.url, `watch.${method}`, params as JsonValue);
      if (error !== undefined) throw new Error(formatJson(error as unknown as JsonValue));
      return result as Readonly<Record<string, unknown>>;
    };
    const addresses = [formatAddress("P", "custom", new Uint8Array(20))];
    const { watchID } = await watch("create", { rule: { kind: "addressActivity", addresses } });
    const cursorAt = async (height: number) => {
      const { blocks } = await ledger(node, "getBlocks", { filter: { toHeight: `${height}` } });
      const [{ blockID }] = blocks as [{ blockID: string }];
      return `${height}.0.${Buffer.from(parseId(blockID)).toString("hex", 0, 4)}`;
    };
    const old = await cursorAt(from);
    await expect(watch("replay", { watchID, after: old })).rejects.toThrow(
      `"field":"after","expected":"a cursor of a height from ${from + 1} on, because older rows`,
    );
    const stream = `/ext/events?watchID=${watchID}`;
    for (const query of [`after=${old}`, `fromHeight=${from}`]) {
      const { status, body } = await rest(node, `${stream}&${query}`);
      expect(status).toBe(400);
      expect(body).toContain(`events are read from height ${from + 1} on`);
    }
    const after = await cursorAt(from + 1);
    expect(await watch("replay", { watchID, after })).toMatchObject({ watchID });
    const reached = async () => (await watch("get", { watchID }))["isBehind"];
    await expect.poll(reached).toBe(false);
    await watch("remove", { watchID });
  }

  /** Calls that need old rows fail in time, others do not. */
  async function expectWithoutDatabase(node: StartedNode, from: number): Promise<void> {
    await server.kill();
    const begin = performance.now();
    // Other calls are answered from memory.
    const newCall = { page: { limit: 7 } };
    await expect(ledger(node, "getTransactions", newCall)).rejects.toThrow(
      new RegExp(
        `the rows of heights below ${from} are in the database of --db-url only: PostgreSQL`,
      ),
    );
    const data = await rest(node, `${blockchain}/transactions?pageSize=7`);
    expect(data).toMatchObject({ status: 503, body: expect.stringContaining(`below ${from}`) });
    const block = await meshBlock(node, 2);
    expect(JSON.parse(block.body)).toMatchObject({ code: 5, retriable: true });
    expect(performance.now() - begin).toBeLessThan(16_000);
    const { blocks } = await ledger(node, "getBlocks", { filter: { fromHeight: String(from) } });
    expect(blocks).toHaveLength(44 - from);
    await ledger(node, "getTransactions", { filter: { fromHeight: String(from) } });
  }

  /** A server that accepts connections and does not answer delays no call for long. */
  async function expectHanging(node: StartedNode, from: number): Promise<void> {
    server.pause();
    try {
      const begin = performance.now();
      let oldIsAnswered = false;
      const old = ledger(node, "getTransactions", { page: { limit: 8 } }).finally(() => {
        oldIsAnswered = true;
      });
      old.catch(() => {});
      const { blocks } = await ledger(node, "getBlocks", {
        filter: { fromHeight: String(from) },
        page: { limit: 2 },
      });
      expect(blocks).toHaveLength(2);
      expect(oldIsAnswered).toBe(false);
      await expect(old).rejects.toThrow(`below ${from} are in the database of --db-url only`);
      expect(performance.now() - begin).toBeLessThan(10_000);
      await expect
        .poll(() => copyProblem(node), { timeout: 40_000, interval: 500 })
        .toMatch(/^since 20.*Z: the database server did not respond within 5 s$/);
    } finally {
      server.resume();
    }
  }

  it("answers from the database through each of several processes", async () => {
    const first = await NodeProcess.start(`--db-url=${url}`);
    // Connections take turns between the processes.
    const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    const asked = async ({ url: base }: NodeProcess, agent: Agent, limit: number) => {
      const post = (method: string, params: object) => posted(base, agent, method, params);
      const height = String(limit);
      return [
        await post("ledger.getTransactions", { page: { limit } }),
        await post("ledger.getBlocks", { page: { limit }, sort: { descending: false } }),
        await post("ledger.getUTXOs", { addresses: [payerAddress], limit, height }),
      ];
    };
    const limits = [1, 2, 3, 4];
    let node = first;
    try {
      for (const _ of limits) {
        await ask(node.url, "/ext/dev", "dev.increaseTime", { seconds: 14 * 86400 });
      }
      const expected = [];
      for (const limit of limits) expected.push(await asked(node, agents[0]!, limit));
      const database = new URL(url).pathname.slice(1);
      const height = async () =>
        (await server.query(database, "SELECT height FROM couloir_ledger"))[0]?.["height"];
      await expect.poll(height).toBe("4");
      await first.stop();
      node = first.with("--dev=false", "--ledger-keep-blocks=1", "--processes=2");
      await node.start();
      const from = async () =>
        (await ask<{ localFrom?: string }>(node.url, "/ext/ledger", "ledger.getStatus")).localFrom;
      await expect.poll(from).toBe("4");
      for (const agent of agents) {
        for (const [at, limit] of limits.entries()) {
          expect(await asked(node, agent, limit)).toEqual(expected[at]);
        }
      }
      await server.kill();
      for (const agent of agents) {
        const late = await posted(node.url, agent, "ledger.getTransactions", {
          page: { limit: 5 },
        });
        expect(late).toContain("the rows of heights below 4 are in the database of --db-url only");
      }
      await server.run();
      for (const agent of agents) expect(await asked(node, agent, 4)).toEqual(expected[3]);
    } finally {
      for (const agent of agents) agent.destroy();
      await node.discard();
    }
  }, 120_000);

  it("is refused where rows must stay or nothing else has them", async () => {
    const flag = "--ledger-keep-blocks=5";
    expect((await couloir("serve", flag)).err).toContain(
      "--ledger-keep-blocks needs a database that has the other rows: add --db-url",
    );
    expect((await couloir("serve", flag, "--ledger=false", `--db-url=${url}`)).err).toContain(
      "--ledger-keep-blocks needs the ledger: remove --ledger=false",
    );
    await expect(
      startNodeIn(directory.path, { "db-url": url, "ledger-keep-blocks": "5" }),
    ).rejects.toThrow(/a dev node keeps the rows of all blocks/);
  });
});
