import { afterAll, beforeAll, expect, test } from "vitest";
import { parseJson } from "../../../../src/formats/json.ts";
import { type StartedNode, startNode } from "../../../support/start-node.ts";

let node: StartedNode;

beforeAll(async () => {
  node = await startNode({ "api-profile": "avalanchego" });
});

afterAll(() => node.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(node.url + path, { headers, redirect: "manual" });

test.each(["/docs", "/"])("%s leads a browser to the page", async (path) => {
  const response = await get(path, { accept: "text/html" });
  expect(response.status).toBe(302);
  expect(new URL(response.headers.get("location")!, node.url + path).pathname).toBe("/docs/");
});

test("the page begins in the profile of the node, and may reach nothing but it", async () => {
  const response = await get("/docs/");
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await response.text()).toContain('data-profile="avalanchego"');
  const policy = response.headers.get("content-security-policy")!;
  expect(policy.split("; ")).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]),
  );
  expect(policy).not.toMatch(/unsafe|\*|data:/);
});

test.each([
  ["https://api.example:8443/ext/info?a=b", "connect-src 'self' https://api.example:8443;"],
  ["http://127.0.0.1:9650", "connect-src 'self' http://127.0.0.1:9650;"],
  ["javascript:alert(1)", "connect-src 'self';"],
  ["https://a.example; script-src *", "connect-src 'self';"],
  ["nonsense", "connect-src 'self';"],
])("the page may also reach the node that is named: %s", async (named, directive) => {
  const response = await get(`/docs/?node=${encodeURIComponent(named)}`);
  expect(response.headers.get("content-security-policy")).toContain(directive);
});

test.each([
  ["page.js", "text/javascript; charset=utf-8"],
  ["page.css", "text/css; charset=utf-8"],
  ["contract.json", "application/json"],
  ["guides.json", "application/json"],
  ["icon.svg", "image/svg+xml"],
])("%s is served", async (name, type) => {
  const response = await get(`/docs/${name}`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
});

const common = ["info", "health", "platform", "index", "avm", "avax", "dev"];

test.each([
  ["spec", [...common, "proposervm", "ledger", "keystore"]],
  ["avalanchego", [...common, "proposervm"]],
  ["avalanchego-1.12", [...common, "keystore"]],
])("the documents of profile %s are next to it", async (profile, apis) => {
  for (const api of apis) {
    const response = await get(`/docs/openrpc/${profile}/${api}.json`);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(parseJson(await response.text())).toMatchObject({ openrpc: "1.3.2" });
  }
});
