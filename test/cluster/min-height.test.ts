import { afterAll, beforeAll, expect, test } from "vitest";
import { localID } from "../../src/networks/ids.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";
import { Checker, Client } from "./checker.ts";
import { Issuer } from "./issuer.ts";

let node: StartedNode;
let client: Client;
beforeAll(async () => {
  node = await startNode({ "block-production": "auto" });
  client = new Client(() => node.url);
});
afterAll(async () => {
  client.close();
  await node.stop();
});

test("a call that needs a height waits for it", async () => {
  const waits = client.call("platform.getHeight", {}, { "Couloir-Min-Height": "1" });
  const url = () => node.url;
  const checker = new Checker({ url, clients: 0, sees: "any" });
  const issuer = new Issuer(checker, { url, networkID: localID });
  const { height, result } = await waits;
  await issuer.stop();
  expect(height).toBeGreaterThanOrEqual(1n);
  expect(BigInt((result as { height: string }).height)).toBe(height);
});

test("a height that is not a number is refused", async () => {
  const headers = { "Couloir-Min-Height": "high" };
  await expect(client.call("platform.getHeight", {}, headers)).rejects.toThrow(
    "400 couloir-min-height: expected a decimal number",
  );
});
