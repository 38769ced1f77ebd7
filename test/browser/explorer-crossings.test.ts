import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeBech32 } from "../../src/formats/bech32.ts";
import { callNode } from "../support/call-node.ts";
import { coOwner, crossingOwner, StoredCrossings } from "../support/follow/stored-crossings.ts";
import { type StartedNode, startNodeIn } from "../support/start-node.ts";
import { chromiumPath, closeBrowser } from "./chromium.ts";
import { visit } from "./visit.ts";

type Row = Readonly<Record<string, string>>;

describe.skipIf(chromiumPath === undefined)("the explorer of what crossed between chains", () => {
  let node: StartedNode;
  let directory: string;
  let crossings: readonly Row[];
  const address = (bytes: Uint8Array) => `P-${encodeBech32("custom", bytes)}`;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "couloir-explorer-"));
    // 30 blocks that export 45 outputs, all to one address, 15 of them also to another one.
    const store = (opened: ConstructorParameters<typeof StoredCrossings>[0]) =>
      new StoredCrossings(opened).storeTo(30);
    node = await startNodeIn(directory, { chain: "small" }, store);
    const filter = { addresses: [address(crossingOwner)] };
    const params = { filter, page: { limit: 100 } };
    const { result } = await callNode(node.url, "ledger.getCrossings", params, "/ext/ledger");
    crossings = (result as unknown as { crossings: readonly Row[] }).crossings;
  });

  afterAll(async () => {
    await closeBrowser();
    await node?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  test("lists an address's on its page, page by page, with both transactions", async () => {
    expect(crossings).toHaveLength(45);
    const { page, complaints, close } = await visit(
      node.url,
      `/docs/#address/${address(crossingOwner)}`,
    );
    try {
      const card = page
        .locator("section.card")
        .filter({ has: page.getByRole("heading", { name: "Between chains", exact: true }) });
      const rows = card.locator("tbody tr");
      await expect.poll(() => rows.count()).toBe(25);
      expect(await rows.first().textContent()).toMatch(/^to the P-chain.*30.*not imported$/);
      await card.getByRole("button", { name: "More" }).click();
      await expect.poll(() => rows.count()).toBe(45);
      await page.goto(`${node.url}/docs/#address/${address(coOwner)}`);
      await expect.poll(() => rows.count()).toBe(15);
      await card
        .locator(`a[href="#tx/${crossings.at(-1)!["txID"]}"]`)
        .first()
        .click();
      await page.getByText("Export to the P-chain").waitFor();
      expect(complaints.filter((each) => !/^failed: .*\/ext\/events/.test(each))).toEqual([]);
    } finally {
      await close();
    }
  });

  test("fits a phone", async () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const { page, close } = await visit(
      node.url,
      `/docs/#address/${address(crossingOwner)}`,
      phone,
    );
    try {
      await page.getByText("not imported").first().waitFor();
      const widths = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]");
      expect(widths).toEqual([390, 390]);
    } finally {
      await close();
    }
  });
});
