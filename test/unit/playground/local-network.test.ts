import { afterEach, expect, test, vi } from "vitest";
import { localNetworkHint } from "../../../playground/request/local-network.ts";
import { send } from "../../../playground/request/send.ts";

const node = "http://127.0.0.1:9650/ext/info";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["https://docs.example.com/api/", node],
  ["http://203.0.113.7:8080/", "http://localhost:9650/ext/info"],
  ["https://docs.example.com/", "http://[::1]:9650/ext/info"],
])("a page at %s that calls %s says that Chrome asks for permission", (page, target) => {
  expect(localNetworkHint(page, target)).toContain("Chrome asks for permission");
  expect(localNetworkHint(page, target)).toContain(new URL(page).host);
});

test.each([
  ["http://127.0.0.1:9650/docs", node],
  ["http://localhost:3000/", node],
  ["http://app.localhost:3000/", node],
  ["file:///docs/index.html", node],
  ["https://docs.example.com/", "https://node.example.com/ext/info"],
  ["https://127.example.com/", "/ext/info"],
])("a page at %s that calls %s does not", (page, target) => {
  expect(localNetworkHint(page, target)).toBeUndefined();
});

test("a failed call shows the hint, and a call that was answered does not", async () => {
  vi.stubGlobal("location", { href: "https://docs.example.com/" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const failed = await send(node, "{}", AbortSignal.timeout(1_000));
  expect(failed).toMatchObject({
    kind: "failure",
    reason: expect.stringMatching(/^Failed to fetch\. .*Local network access/),
  });
  vi.stubGlobal("location", { href: "http://127.0.0.1:9650/docs" });
  const local = await send(node, "{}", AbortSignal.timeout(1_000));
  expect(local).toMatchObject({ kind: "failure", reason: "Failed to fetch" });
});
