import { afterAll, beforeAll, expect, it } from "vitest";
import { callNode } from "../support/call-node.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";

type Page = {
  readonly numFetched: string;
  readonly utxos: readonly string[];
  readonly endIndex: { readonly address: string; readonly utxo: string };
};

let node: StartedNode;
let address: string;
let utxoIDs: readonly unknown[];

beforeAll(async () => {
  node = await startNode({ chain: "small" });
  address = "P-custom13vytgvdrwtfe77f9s99jq069h9qtvl0eajfyfj";
  ({ utxoIDs } = await call<{ utxoIDs: unknown[] }>("platform.getBalance", {
    addresses: [address],
  }));
});
afterAll(() => node?.stop());

async function call<Result>(method: string, params: Record<string, unknown>): Promise<Result> {
  const answer = await callNode(node.url, method, params as never);
  return (answer as unknown as { result: Result }).result;
}

// [spec: 4.3.getUTXOs.4]
it("a full page may be followed by more outputs, a shorter one never is", async () => {
  const total = utxoIDs.length;
  expect(total).toBeGreaterThan(3);
  // Limits that divide the outputs evenly, that leave a rest, and that take all at once.
  for (const limit of [1, 2, 3, total - 1, total, total + 1]) {
    const sizes: number[] = [];
    const seen = new Set<string>();
    let startIndex: Page["endIndex"] | undefined;
    do {
      const page: Page = await call("platform.getUTXOs", {
        addresses: [address],
        limit,
        ...(startIndex && { startIndex }),
      });
      expect(Number(page.numFetched)).toBe(page.utxos.length);
      for (const utxo of page.utxos) seen.add(utxo);
      sizes.push(page.utxos.length);
      startIndex = page.endIndex;
    } while (sizes.at(-1) === limit);
    expect(seen.size, `limit ${limit}`).toBe(total);
    const full = Array<number>(Math.floor(total / limit)).fill(limit);
    expect(sizes).toEqual([...full, total % limit]);
    const after = { addresses: [address], limit, startIndex };
    expect((await call<Page>("platform.getUTXOs", after)).utxos).toEqual([]);
  }
});
