import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedNode, startNode } from "../../../support/start-node.ts";
import { sendRaw } from "../../rpc/toy.ts";

const whole = "/mcp";
const lazy = "/mcp/lazy";
const folder = mkdtempSync(join(tmpdir(), "mcp-"));
let node: StartedNode;
let open: StartedNode;
let publicNode: StartedNode;

beforeAll(async () => {
  node = await startNode({});
  open = await startNode({ "mcp-allow-writes": "true" });
  publicNode = await startNode({ mcp: "true", public: "true", "mcp-allow-writes": "true" });
});
afterAll(async () => {
  await Promise.all([node, open, publicNode].map((each) => each.stop()));
  rmSync(folder, { recursive: true });
});

type Mode = "auto" | "legacy";

async function withClient<Result>(
  url: string,
  mode: Mode,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return await use(client);
  } finally {
    await client.close();
  }
}

async function called(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  const [{ text }] = result.content as unknown as [{ text: string }];
  return { text, failed: result.isError === true };
}

const namesAt = (url: string) =>
  withClient(url, "auto", async (client) => {
    const { tools } = await client.listTools();
    return tools.map(({ name }) => name);
  });

describe.each(["auto", "legacy"] as const)("a client of mode %s", (mode) => {
  test("calls methods of several APIs", async () => {
    await withClient(node.url + whole, mode, async (client) => {
      expect(await called(client, "platform_getHeight")).toEqual({
        text: '{"height":"0"}',
        failed: false,
      });
      const network = JSON.parse((await called(client, "info_getNetworkName")).text);
      expect(network).toEqual({ networkName: expect.any(String) });
    });
  });

  test("gets from a search to a balance in three calls", async () => {
    await withClient(node.url + lazy, mode, async (client) => {
      const call = async (name: string, args: Record<string, unknown>) =>
        JSON.parse((await called(client, name, args)).text);
      const found = await call("search", { query: "balance of addresses" });
      expect(found.map(({ method }: { method: string }) => method)).toContain(
        "platform.getBalance",
      );
      const { params } = await call("describe", { method: "platform.getBalance" });
      expect(params.required).toEqual(["addresses"]);
      const addresses = ["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"];
      const balance = await call("call", {
        method: "platform.getBalance",
        params: { addresses },
        fields: ["balance"],
      });
      expect(balance).toEqual({ balance: expect.stringMatching(/^[1-9]\d+$/) });
    });
  });
});

test.each(["GET", "PUT", "TRACE"])("%s gets 405", async (verb) => {
  const { hostname, port } = new URL(node.url);
  const request = `${verb} ${whole} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`;
  const reply = await sendRaw(Number(port), request);
  expect(reply.toString("latin1")).toContain("HTTP/1.1 405 ");
});

test("the three tools of /mcp/lazy take at most 8,000 bytes", async () => {
  const list = await withClient(node.url + lazy, "auto", (client) => client.listTools());
  expect(JSON.stringify(list).length).toBeLessThan(8_000);
  expect(list.tools.map(({ name }) => name)).toEqual(["search", "describe", "call"]);
});

test("methods that change state or are not marked are offered only with --mcp-allow-writes", async () => {
  const offered = await namesAt(node.url + whole);
  const all = await namesAt(open.url + whole);
  const hidden = all.filter((name) => !offered.includes(name));
  expect(hidden).toEqual(expect.arrayContaining(["platform_issueTx", "platform_exportKey"]));
  expect(offered.filter((name) => /issue|export|create|dev_set/.test(name))).toEqual([]);
  const said = await withClient(node.url + whole, "auto", async (client) =>
    client.getInstructions(),
  );
  expect(said).toContain(`are not offered (${hidden.length}): --mcp-allow-writes offers them`);
});

test("a tool with --mcp-allow-writes changes state", async () => {
  await withClient(open.url + whole, "auto", async (client) => {
    const before = await called(client, "platform_getTimestamp");
    expect((await called(client, "dev_increaseTime", { seconds: 60 })).failed).toBe(false);
    expect((await called(client, "dev_buildBlock")).failed).toBe(false);
    expect(await called(client, "platform_getTimestamp")).not.toEqual(before);
  });
});

test("watches are among the tools, unless they need a token", async () => {
  const offered = (url: string) =>
    namesAt(url + whole).then((names) => names.filter((name) => name.startsWith("watch_")));
  expect(await offered(node.url)).toEqual(expect.arrayContaining(["watch_list"]));
  expect(await offered(node.url)).not.toContain("watch_create");
  expect(await offered(publicNode.url)).toEqual([]);
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, "a token of more than sixteen characters");
  const guarded = await startNode({ mcp: "true", "watch-token-file": tokenFile });
  try {
    expect(await offered(guarded.url)).toEqual([]);
  } finally {
    await guarded.stop();
  }
  await withClient(open.url + whole, "auto", async (client) => {
    const rule = { kind: "upgrade" };
    const made = await called(client, "watch_create", { rule });
    const { watches } = JSON.parse((await called(client, "watch_list")).text);
    expect([made.failed, watches.length]).toEqual([false, 1]);
  });
});

test("a public node offers no method that concerns only the node", async () => {
  const names = await namesAt(publicNode.url + whole);
  expect(names).toEqual(expect.arrayContaining(["platform_issueTx", "info_getNetworkID"]));
  expect(names.filter((name) => /^(dev|keystore|health)_|NodeID|exportKey/.test(name))).toEqual([]);
});

test("a method whose paths have data of their own takes the path", async () => {
  await withClient(node.url + whole, "auto", async (client) => {
    expect((await called(client, "index_getLastAccepted")).text).toMatch(
      /^index\.getLastAccepted needs _path, one of \/ext\/index\/P\/block, /,
    );
    const chosen = { _path: "/ext/index/X/tx" };
    expect((await called(client, "index_getLastAccepted", chosen)).text).toMatch(
      /^Error -32000: no containers have been accepted\n./,
    );
  });
});

test("an error has what the document says of its cause", async () => {
  const { text, failed } = await withClient(node.url + whole, "auto", (client) =>
    called(client, "platform_getBalance", { addresses: ["nope"] }),
  );
  expect(failed).toBe(true);
  const [message, ...hints] = text.split("\n");
  expect(message).toMatch(/^Error -32000: couldn't parse address "nope"/);
  expect(hints).not.toEqual([]);
});

test("guides and documents are resources", async () => {
  await withClient(node.url + whole, "auto", async (client) => {
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toEqual(expect.arrayContaining(["guide://start", "openrpc://platform"]));
    const { contents } = await client.readResource({ uri: "guide://errors" });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining("# ") });
  });
});

test("pages of other origins and other hosts are refused, and there are no sessions", async () => {
  const status = async (method: string, headers: Record<string, string>) => {
    const body = method === "POST" ? { body: "{}" } : {};
    const all = { "content-type": "application/json", ...headers };
    return (await fetch(node.url + whole, { method, headers: all, ...body })).status;
  };
  expect(await status("POST", { origin: "https://example.com" })).toBe(403);
  expect(await status("POST", { origin: node.url })).toBe(400);
  expect(await status("GET", { accept: "text/event-stream" })).toBe(405);
  expect(await status("DELETE", {})).toBe(405);
});

test("nothing waits for changes that never come", async () => {
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "subscriptions/listen",
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
  const response = await fetch(node.url + whole, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen",
    },
    body: JSON.stringify(body),
  });
  expect(await response.text()).toContain("Subscription limit reached");
});

test("a node without --mcp says how to turn it on", async () => {
  const off = await startNode({ mcp: "false" });
  const response = await fetch(off.url + whole, { method: "POST", body: "{}" });
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining("--mcp turns it on"),
  ]);
  await off.stop();
});
