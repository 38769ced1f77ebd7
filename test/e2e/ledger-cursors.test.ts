import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { MethodName } from "../../src/embedded/typed-call.ts";
import { type StartedNode, startNode } from "../../src/index.ts";

const address = "P-local1rz9djj8vlj2k7tf7rm57czcwxmjtajhlfv0rp6";

type Page = { readonly nextCursor?: string } & Readonly<Record<string, readonly object[]>>;

async function page(
  node: StartedNode,
  method: string,
  { filter = {}, after }: { readonly filter?: object; readonly after?: string | undefined },
): Promise<Page> {
  const limits = { limit: 2, ...(after !== undefined && { startAfter: after }) };
  return (await node.call(`ledger.${method}` as MethodName, {
    filter,
    page: limits,
  })) as unknown as Page;
}

/** Lists, and what of a dev node they list. */
const lists = [
  { method: "getTransactions", member: "transactions", filter: { addresses: [address] } },
  { method: "getTransactions", member: "transactions", filter: {} },
  { method: "getStakingPeriods", member: "periods", filter: { role: "validator" } },
  { method: "getBlocks", member: "blocks", filter: {} },
] as const;

it("continues a list after a restart of the node, and after new blocks", async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "couloir-cursors-"));
  const advance = (node: StartedNode) => node.call("dev.increaseTime", { seconds: 14 * 86400 });
  try {
    const firsts: Page[] = [];
    const wholes: (readonly object[])[] = [];
    {
      await using node = await startNode({ dataDirectory });
      for (const amount of ["1", "2", "3", "4", "5", "6"]) {
        await node.call("dev.fund", { address, amount });
        await advance(node);
      }
      for (const { method, member, filter } of lists) {
        firsts.push(await page(node, method, { filter }));
        const all = await node.call(`ledger.${method}` as MethodName, { filter });
        wholes.push((all as unknown as Page)[member]!);
      }
    }
    for (const restart of [1, 2]) {
      await using node = await startNode({ dataDirectory });
      // The second time, there are blocks that the first page was too early for.
      if (restart === 2) {
        await node.call("dev.fund", { address, amount: "7" });
        await advance(node);
      }
      for (const [index, { method, member, filter }] of lists.entries()) {
        const listed = [...firsts[index]![member]!];
        let after = firsts[index]!.nextCursor;
        expect(after, member).toBeDefined();
        while (after !== undefined) {
          const next = await page(node, method, { filter, after });
          listed.push(...next[member]!);
          after = next.nextCursor;
        }
        expect(listed, `${member} after restart ${restart}`).toEqual(wholes[index]);
      }
    }
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
});
