import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { startNode } from "../../src/index.ts";
import { chromiumPath, closeBrowser, freshContext } from "./chromium.ts";

/** Makes calls as a page does; resolves to what it can read: a result, an error of JSON-RPC, or why there is nothing. */
const program = `async (node) => {
  const call = async (path, method, params = {}) => {
    try {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const headers = { "content-type": "application/json" };
      const reply = await fetch(node + path, { method: "POST", headers, body });
      const { result } = await reply.json();
      return result === undefined ? "error" : "result";
    } catch (error) {
      return error.name;
    }
  };
  const health = () => fetch(node + "/ext/health").then((reply) => reply.text(), (error) => error.name);
  const listens = () => new Promise((resolve) => {
    const socket = new WebSocket(node.replace("http", "ws") + "/ext/events");
    socket.onmessage = () => resolve("message");
    socket.onerror = () => resolve("refused");
  });
  return {
    read: await call("/ext/info", "info.getNetworkID"),
    issue: await call("/ext/bc/P", "platform.issueTx", { tx: "0x00" }),
    users: await call("/ext/keystore", "keystore.listUsers"),
    reset: await call("/ext/dev", "dev.increaseTime", { seconds: 1 }),
    health: (await health()).startsWith("{") ? "result" : "TypeError",
    events: await listens(),
  };
}`;

afterAll(closeBrowser);

describe.skipIf(chromiumPath === undefined)("web pages", () => {
  test("of another origin can read, but cannot call the keystore or dev API; loopback pages can", async () => {
    const node = await startNode();
    const closed = await startNode({ flags: { "http-allowed-origins": "https://good.example" } });
    const site = createServer((_request, response) => response.end("<!doctype html>"));
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const { port } = site.address() as AddressInfo;
    const context = await freshContext();
    try {
      const page = await context.newPage();
      const visit = async (host: string, { url } = node) => {
        await page.goto(`http://${host}:${port}/`);
        return page.evaluate(`(${program})(${JSON.stringify(url)})`);
      };
      const refused = "TypeError";
      const foreign = { issue: refused, users: refused, reset: refused, health: refused };
      expect(await visit("evil.example")).toEqual({
        ...foreign,
        read: "result",
        events: "message",
      });
      expect(await visit("evil.example", closed)).toEqual({
        ...foreign,
        read: "TypeError",
        events: "refused",
      });
      expect(await visit("localhost")).toEqual({
        read: "result",
        issue: "error",
        users: "result",
        reset: "result",
        health: "result",
        events: "message",
      });
    } finally {
      await context.close();
      site.close();
      await node.stop();
      await closed.stop();
    }
  });
});
