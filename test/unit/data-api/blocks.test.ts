import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import type { BlockPage, PrimaryNetworkBlock } from "../../../src/generated/data-api/types.ts";
import type { LedgerBlock } from "../../../src/generated/types.ts";
import { callNode } from "../../support/call-node.ts";
import { type StartedNode, startNode } from "../../support/start-node.ts";

const blocksPath = "/v1/networks/network-1337/blockchains/p-chain/blocks";

const utxosPath = `${blocksPath.replace(/blocks$/, "utxos")}?addresses=custom1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq4mlve4`;

let node: StartedNode;

beforeAll(async () => {
  node = await startNode({ chain: "small", "data-api": "true" });
});

afterAll(() => node.stop());

async function get(target: string, verb = "GET") {
  const response = await fetch(node.url + target, { method: verb });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function walk(query: string): Promise<PrimaryNetworkBlock[]> {
  const blocks: PrimaryNetworkBlock[] = [];
  let token: string | undefined;
  do {
    const next = token === undefined ? "" : `&pageToken=${token}`;
    const { status, body } = await get(`${blocksPath}?${query}${next}`);
    expect(status).toBe(200);
    const page = body as BlockPage;
    blocks.push(...page.blocks);
    token = page.nextPageToken;
  } while (token !== undefined);
  return blocks;
}

async function ledgerBlocks(): Promise<readonly LedgerBlock[]> {
  const { result } = await callNode(node.url, "ledger.getBlocks", { page: { limit: 1024 } });
  return (result as unknown as { readonly blocks: readonly LedgerBlock[] }).blocks;
}

describe("blocks of the Data API", () => {
  it("walks pages down to the genesis without gap or repetition, with the ledger's values", async () => {
    const blocks = await walk("pageSize=7");
    const expected = await ledgerBlocks();
    expect(blocks.map(({ blockNumber }) => blockNumber)).toEqual(
      Array.from({ length: 44 }, (_, index) => String(43 - index)),
    );
    expect(
      blocks.map((block) => [block.blockHash, block.parentHash, block.blockType, block.txCount]),
    ).toEqual(expected.map((row) => [row.blockID, row.parentID, row.kind, row.txCount]));
    expect(blocks.map(({ currentSupply }) => currentSupply)).toEqual(
      expected.map(({ supply }) => supply),
    );
    expect(blocks.every(({ txCount, transactions }) => txCount === transactions.length)).toBe(true);
  });

  it("lists the transactions that platform.getBlock has", async () => {
    for (const { blockNumber, blockHash, transactions } of await walk("pageSize=1000")) {
      const params = { blockID: blockHash, encoding: "json" };
      const { result } = await callNode(node.url, "platform.getBlock", params);
      const { block } = result as unknown as {
        readonly block: {
          readonly height: number;
          readonly txs?: readonly { readonly id: string }[];
          readonly tx?: { readonly id: string };
        };
      };
      const { height, txs = [], tx } = block;
      expect(String(height)).toBe(blockNumber);
      expect(transactions).toEqual([...txs, ...(tx === undefined ? [] : [tx])].map(({ id }) => id));
    }
  });

  it("finds a block by its height and by its ID", async () => {
    const [first] = await walk("pageSize=1");
    expect((await get(`${blocksPath}/43`)).body).toEqual(first);
    expect((await get(`${blocksPath}/${first!.blockHash}`)).body).toEqual(first);
  });

  it("filters by time", async () => {
    const all = await walk("pageSize=1000");
    const { blockTimestamp: at } = all[10]!;
    const from = await walk(`startTimestamp=${at}`);
    expect(from).toEqual(all.filter(({ blockTimestamp }) => blockTimestamp >= at));
    const to = await walk(`endTimestamp=${at}`);
    expect(to).toEqual(all.filter(({ blockTimestamp }) => blockTimestamp <= at));
    expect(await walk(`startTimestamp=${all[0]!.blockTimestamp + 1}`)).toEqual([]);
    expect(await walk("endTimestamp=1")).toEqual([]);
  });

  it("has no blocks of the X- and C-chain, and none of a node that signed none", async () => {
    const path = "/v1/networks/fuji/blockchains/x-chain/blocks";
    expect((await get(path)).body).toEqual({
      blocks: [],
      chainInfo: { chainName: "x-chain", network: "fuji" },
    });
    const ofNode = "/nodes/NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg/blocks";
    const { body } = await get(blocksPath.replace(/\/blocks$/, ofNode));
    expect((body as BlockPage).blocks).toEqual([]);
  });

  it.each([
    [`${blocksPath}?pageSize=-1`, 400, "pageSize: expected at least 1, got -1"],
    [`${blocksPath}?pageSize=-0`, 400, "pageSize: expected at least 1, got 0"],
    [`${blocksPath}?startTimestamp=-5`, 400, "startTimestamp: expected at least 0, got -5"],
    [`${blocksPath}?pageSize=many`, 400, 'pageSize: expected integer, got "many"'],
    [`${blocksPath}?pageSize=1001`, 400, "pageSize: expected at most 1000, got 1001"],
    [`${blocksPath}?pageSize=0`, 400, "pageSize: expected at least 1, got 0"],
    [`${blocksPath}?pageSize=%zz`, 400, "query: expected percent-encoded UTF-8, got pageSize=%zz"],
    [
      `${utxosPath}&minUtxoAmount=9007199254740992`,
      400,
      'minUtxoAmount: expected integer, got "9007199254740992"',
    ],
    [`${blocksPath}?pageSize=1&pageSize=2`, 400, "pageSize: expected one value, got more"],
    [
      `${blocksPath}?pageToken=x`,
      400,
      'pageToken: expected nextPageToken of the page before, with the same other parameters, got "x"',
    ],
    [
      blocksPath.replace("network-1337", "local"),
      400,
      'network: expected one of network-1337, mainnet, fuji, testnet, got "local"',
    ],
    [`${blocksPath}/99`, 404, 'blockId: there is no block "99"; the last height is 43'],
    [`${blocksPath}/x`, 400, 'blockId: expected a height or the ID of a block, got "x"'],
    ["/v1/nothing", 404, "There is no operation at /v1/nothing"],
  ])("rejects %s", async (target, statusCode, message) => {
    const { status, body } = await get(target);
    expect(status).toBe(statusCode);
    expect(body).toMatchObject({ message, statusCode });
  });

  it.each(["999999999999999", "1000000000000000", "9007199254740991"])(
    "reads an integer of that many digits: %s",
    async (amount) => {
      const { status, body } = await get(`${utxosPath}&minUtxoAmount=${amount}`);
      expect([status, (body as { readonly utxos: object }).utxos]).toEqual([200, []]);
    },
  );

  it("reads the segments of a path percent-decoded", async () => {
    const plain = await get(`${blocksPath}/1`);
    expect(plain.status).toBe(200);
    const encoded = await get(`${blocksPath.replace("p-chain", "%70-chain")}/%31`);
    expect(encoded.body).toEqual(plain.body);
    const { status, body } = await get(`${blocksPath}/%C3%A9`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: 'blockId: expected text matching ^[0-9A-Za-z]{1,60}$, got "é"',
    });
    // Not UTF-8.
    expect((await get(`${blocksPath}/%ff`)).status).toBe(404);
  });

  it("rejects the token of another list", async () => {
    const { body } = await get(`${blocksPath}?pageSize=2`);
    const { status } = await get(
      `${blocksPath}?startTimestamp=1&pageToken=${(body as BlockPage).nextPageToken}`,
    );
    expect(status).toBe(400);
  });

  it("answers another verb with 405", async () => {
    const { status, headers } = await get(blocksPath, "POST");
    expect([status, headers.get("allow")]).toEqual([405, "GET"]);
  });
});

describe("--data-api", () => {
  const dataOf = async (...args: string[]) =>
    nodeConfig(await readRawConfig(["--network-id=local", ...args], {})).apis.data;

  it("is on for dev nodes with a ledger, and elsewhere if it is set", async () => {
    expect(await dataOf()).toBe(true);
    expect(await dataOf("--ledger=false")).toBe(false);
    expect(await dataOf("--public")).toBe(false);
    expect(await dataOf("--public", "--data-api")).toBe(true);
    expect(await dataOf("--data-api=false")).toBe(false);
  });

  it("needs the ledger", async () => {
    await expect(dataOf("--data-api", "--ledger=false")).rejects.toThrow(
      "--data-api needs the ledger: remove --ledger=false or --data-api",
    );
  });
});
