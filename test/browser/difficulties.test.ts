import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedNode, startNode } from "../support/start-node.ts";
import { chromiumPath, closeBrowser } from "./chromium.ts";
import { during, entry, type Visit } from "./visit.ts";

/** In the page: the test sends the events in place of the node. */
const fakeEvents = `globalThis.EventSource = class extends EventTarget {
  readyState = 1;
  constructor() {
    super();
    globalThis.events = this;
  }
  close() {}
}`;

describe.skipIf(chromiumPath === undefined)("the page under difficulties", () => {
  let node: StartedNode;

  beforeAll(async () => {
    node = await startNode({ "index-enabled": "true" });
  });

  afterAll(async () => {
    await closeBrowser();
    await node?.stop();
  });

  const on = (
    path: string,
    use: (page: Page, complaints: Visit["complaints"]) => Promise<void>,
    options = {},
  ) => during(node.url, path, ({ page, complaints }) => use(page, complaints), options);

  const emit = (page: Page, type: string, height: number) =>
    page.evaluate(
      `events.dispatchEvent(new MessageEvent("${type}", { data: '{"height":"${height}"}' }))`,
    );
  const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");
  const hash = (page: Page) => new URL(page.url()).hash;

  test("shows all of a result with tens of thousands of lines", async () => {
    await on("/docs/#platform.getHeight", async (page, complaints) => {
      const result = Array.from({ length: 20_000 }, (_, at) => ({ at }));
      const answer = (route: Route) => route.fulfill({ json: { jsonrpc: "2.0", id: 1, result } });
      await page.route("**/ext/bc/P", answer);
      const section = entry(page, "platform.getHeight");
      const shown = section.getByLabel("Answer", { exact: true });
      await section.getByRole("button", { name: /^Send/ }).press("Enter");
      await section.getByRole("button", { name: "Show all 60,006 lines" }).click();
      await expect.poll(() => shown.textContent()).toContain('"at": 19999');
      expect(complaints).toEqual([]);
    });
  });

  test("the skip link leads to the content that is shown", async () => {
    await on("/docs/#block/0", async (page) => {
      await page.getByRole("heading", { name: "Block 0" }).waitFor();
      await page.getByRole("link", { name: "Skip to the content" }).press("Enter");
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Status");
      expect(hash(page)).toBe("#block/0");
    });
  });

  test("says why it cannot load the documents", async () => {
    await on("/docs/", async (page) => {
      await page.route("**/contract.json", (route) => route.fulfill({ status: 503 }));
      await page.reload();
      await page.getByRole("status").getByText("not available: contract.json: HTTP 503").waitFor();
    });
  });

  test("what arrives after its page was left replaces nothing", async () => {
    await on("/docs/#status", async (page) => {
      const held: Route[] = [];
      const hold = (route: Route) => void held.push(route);
      await page.route("**/ext/ledger", hold);
      await page.getByRole("searchbox").fill("2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM");
      await page.getByRole("button", { name: "Open" }).click();
      await expect.poll(() => held.length).toBeGreaterThan(0);
      const result = { validator: {}, crossings: [] };
      await page.goto(`${node.url}/docs/#block/0`);
      await page.getByRole("heading", { name: "Block 0" }).waitFor();
      for (const each of held) await each.fulfill({ json: { jsonrpc: "2.0", id: 1, result } });
      await page.waitForTimeout(200);
      expect(hash(page)).toBe("#block/0");

      const chunks: Route[] = [];
      await page.route("**/explorer-*.js", (route) => void chunks.push(route));
      await page.goto(`${node.url}/docs/?profile=avalanchego#totals`);
      await expect.poll(() => chunks.length).toBe(1);
      await page.goto(`${node.url}/docs/?profile=avalanchego#platform.getHeight`);
      await chunks[0]!.abort();
      await page.waitForTimeout(200);
      expect(await page.locator(".trouble").count()).toBe(0);
    });
  });

  test("the focus stays where it is", async () => {
    await on("/docs/#status", async (page) => {
      await page.route("**/ext/health", async (route) => {
        const checks = { first: { message: { at: Date.now() } } };
        await route.fulfill({ json: { jsonrpc: "2.0", id: 1, result: { healthy: true, checks } } });
      });
      await page.clock.install();
      await page.reload();
      await page.getByText("first").waitFor();
      await page.locator(".checks summary").press("Enter");
      const answered = page.waitForResponse("**/ext/health");
      await page.clock.runFor(5_000);
      await answered;
      await page.clock.runFor(1_000);
      expect(await focused(page)).toContain("first");

      // Pages served over plain HTTP from another machine have no clipboard API.
      await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
      await page.evaluate("location.hash = 'block/0'");
      await page.getByRole("button", { name: "Copy" }).press("Enter");
      expect(await focused(page)).toBe("Copied");

      await page.route("**/ext/ledger", async (route) => {
        const { method } = route.request().postDataJSON();
        if (method !== "ledger.getRewards") return route.continue();
        const result = { rewards: [{ kind: "delegation" }], nextCursor: "next" };
        await route.fulfill({ json: { jsonrpc: "2.0", id: 1, result } });
      });
      await page.evaluate(
        "location.hash = 'address/P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'",
      );
      const rewards = page.locator("section.card", { hasText: "Pending rewards" });
      await rewards.getByRole("button", { name: "More" }).press("Enter");
      await expect.poll(() => rewards.locator("tbody tr").count()).toBe(2);
      expect(await focused(page)).toBe("More");
    });
  });

  test("the focus moves on from a button that its press removes", async () => {
    const label = (page: Page) =>
      page.evaluate<string>("document.activeElement.getAttribute('aria-label')");
    await on("/docs/#platform.getBalance", async (page) => {
      const section = entry(page, "platform.getBalance");
      await section.scrollIntoViewIfNeeded();
      const add = section.getByRole("button", { name: "Add to addresses" });
      await add.press("Enter");
      await add.press("Enter");
      const remove = section.getByRole("button", { name: "Remove addresses, item" });
      await remove.last().press("Enter");
      for (let left = await remove.count(); left > 0; left--) {
        expect(await label(page)).toMatch(/^Remove addresses, item/);
        await page.keyboard.press("Enter");
      }
      expect(await label(page)).toBe("Add to addresses");

      await page.evaluate("location.hash = 'block/999999'");
      await page.getByRole("button", { name: "Try again" }).press("Enter");
      await page.getByRole("button", { name: "Try again" }).waitFor();
      expect(await page.evaluate("document.activeElement.closest('.explorer') !== null")).toBe(
        true,
      );

      await page.evaluate("location.hash = 'guide/constructor'");
      await page.getByText("there is no guide constructor").waitFor();
    });
  });

  test("the menu says whether it is open", async () => {
    const narrow = { viewport: { width: 390, height: 800 } };
    const useMenu = async (page: Page): Promise<void> => {
      const menu = page.getByRole("button", { name: "Contents" });
      expect(await menu.getAttribute("aria-expanded")).toBe("false");
      await menu.click();
      expect(await menu.getAttribute("aria-expanded")).toBe("true");
      await page.keyboard.press("Escape");
      expect(await menu.getAttribute("aria-expanded")).toBe("false");
    };
    await on("/docs", useMenu, narrow);
  });

  test("an event console that listens again is not stopped by the refusal of before", async () => {
    await on("/docs/#GET/ext/events", async (page) => {
      const held: Route[] = [];
      await page.route("**/ext/events?**", (route) =>
        route.request().resourceType() === "fetch" ? void held.push(route) : route.continue(),
      );
      const section = entry(page, "GET/ext/events");
      const height = section.getByRole("textbox", { name: "fromHeight" });
      await height.fill("low");
      await section.getByRole("button", { name: "Listen" }).click();
      await expect.poll(() => held.length).toBe(1);
      await section.getByRole("button", { name: "Stop" }).click();
      await height.fill("");
      await section.getByRole("button", { name: "Listen" }).click();
      await section.getByRole("log").getByText("ready").waitFor();
      await held[0]!.fulfill({ status: 400, body: "fromHeight: expected a height" });
      await page.waitForTimeout(200);
      expect(await section.getByText("no stream").count()).toBe(0);
    });
  });

  test("fits a screen of 320 pixels", async () => {
    const viewport = { width: 320, height: 640 };
    await on(
      "/docs/",
      async (page) => {
        for (const id of ["", "platform.getUTXOs", "status", "decode", "guide/dev-node"]) {
          await page.evaluate(`location.hash = "${id}"`);
          await page.locator("main h1").first().waitFor();
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
        }
      },
      { viewport },
    );
  });

  test("a late response neither moves the page nor replaces another example", async () => {
    await on("/docs/#platform.getUTXOs", async (page) => {
      const held: Route[] = [];
      await page.route("**/ext/bc/P", (route) => void held.push(route));
      const section = entry(page, "platform.getUTXOs");
      const send = async () => {
        await section.getByRole("button", { name: /^Send/ }).press("Enter");
        await section.getByText("Waiting for the response").waitFor();
      };
      const respond = async () => {
        // The request may have ended.
        await held
          .pop()!
          .fulfill({ json: { jsonrpc: "2.0", id: 1, result: {} } })
          .catch(() => {});
        await page.waitForTimeout(300);
      };
      await send();
      await section.getByRole("combobox", { name: "Example" }).selectOption({ index: 1 });
      await respond();
      expect(await section.getByLabel("Example answer").count()).toBe(1);

      await send();
      await page.evaluate("scrollBy(0, 6_000)");
      const before = await page.evaluate("scrollY");
      await respond();
      expect(await page.evaluate("scrollY")).toBe(before);
      expect(await section.getByLabel("Answer", { exact: true }).count()).toBe(1);
    });
  });

  test("the top of the page is not left for the target of before", async () => {
    await on("/docs/", async (page) => {
      await page.evaluate("location.hash = 'platform.getHeight'");
      await page.waitForTimeout(100);
      await page.evaluate("location.hash = ''");
      await page.waitForTimeout(300);
      await expect.poll(() => page.evaluate("scrollY")).toBe(0);
    });
  });

  test("a page of the explorer that was left does not stay in memory", async () => {
    await on("/docs/#totals", async (page) => {
      await page.locator(".chart canvas").first().waitFor();
      await page.evaluate("globalThis.left = new WeakRef(document.querySelector('.explorer'))");
      await page.evaluate("location.hash = 'decode'");
      await page.getByRole("heading", { name: "Encode" }).waitFor();
      const protocol = await page.context().newCDPSession(page);
      const isKept = async () => {
        await protocol.send("HeapProfiler.collectGarbage");
        return page.evaluate("left.deref() !== undefined");
      };
      await expect.poll(isKept).toBe(false);
    });
  });

  test("a contrast theme shows what is selected", async () => {
    await on(
      "/docs/",
      async (page) => {
        await page.keyboard.press("/");
        await page.keyboard.type("getTx");
        const styles = await page.evaluate<string[]>(
          "[...document.querySelectorAll('[role=option] a')].map((each) => getComputedStyle(each).outlineStyle)",
        );
        expect(styles.slice(0, 3)).toEqual(["solid", "none", "none"]);
      },
      { forcedColors: "active" },
    );
  });

  test("the status page asks few questions about many blocks", async () => {
    await on("/docs/", async (page) => {
      await page.evaluate(fakeEvents);
      await page.evaluate("location.hash = 'status'");
      let requests = 0;
      page.on("request", () => {
        requests += 1;
      });
      await page.getByText("healthy").waitFor();
      await page.evaluate(`for (let height = 1; height <= 300; height++) {
        events.dispatchEvent(new MessageEvent("block", { data: '{"height":"' + height + '"}' }));
      }`);
      const height = page.locator(".figure-card", { hasText: "Height" }).locator(".figure-value");
      await height.getByText("300", { exact: true }).waitFor();
      expect(requests).toBeLessThan(1_000);
    });
  });

  test("the status page shows a chain of the same height that replaced another one", async () => {
    await on("/docs/", async (page) => {
      let chain = "A";
      await page.route("**/ext/bc/P", async (route) => {
        const { method, params } = route.request().postDataJSON();
        if (method !== "platform.getBlockByHeight") return route.continue();
        const block = { id: `${chain}${params.height}`, height: Number(params.height), txs: [] };
        await route.fulfill({ json: { jsonrpc: "2.0", id: 1, result: { block } } });
      });
      let networks = 0;
      await page.route("**/ext/info", async (route) => {
        networks += 1;
        await (networks < 4 ? route.abort() : route.continue());
      });
      await page.evaluate(fakeEvents);
      await page.evaluate("location.hash = 'status'");
      await expect.poll(() => page.evaluate("globalThis.events !== undefined")).toBe(true);
      await emit(page, "ready", 3);
      const ids = () => page.locator(".blocks td a").evaluateAll((all) => all.map((a) => a.title));
      await expect.poll(ids).toContain("A3");

      chain = "B";
      await page.evaluate("events.dispatchEvent(new Event('error'))");
      await page.getByText("the connection broke off").waitFor();
      await emit(page, "ready", 3);
      await emit(page, "reverted", 3);
      await expect.poll(ids).toContain("B3");
      expect(await ids()).not.toContain("A1");
      // What could not be read before is read again, too.
      const network = page.locator(".figure-card", { hasText: "Network" });
      await network.getByText("local", { exact: true }).waitFor();

      chain = "C";
      await page.evaluate("location.hash = 'decode'");
      await page.getByRole("heading", { name: "Encode" }).waitFor();
      await page.evaluate("location.hash = 'status'");
      await page.getByRole("heading", { name: "Status", exact: true }).waitFor();
      await emit(page, "ready", 3);
      await expect.poll(ids).toContain("C2");
    });
  });
});
