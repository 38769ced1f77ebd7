import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSite } from "../../scripts/build-site.ts";
import { encodeBytes } from "../../src/formats/encoding.ts";
import { NodeProcess } from "../e2e/node-process.ts";
import { callNode } from "../support/call-node.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";
import { divide, payerAddress, spendable } from "../support/transfers.ts";
import { chromiumPath, closeBrowser } from "./chromium.ts";
import { during, entry, sendIn, type Visit, visit } from "./visit.ts";

const artefacts = fileURLToPath(new URL("../../artefacts/", import.meta.url));
const types: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  svg: "image/svg+xml",
};
const firstValidator = "NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5";
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

if (chromiumPath === undefined) {
  console.warn("test/browser is skipped: no Chromium was found; COULOIR_CHROMIUM names one");
}

describe.skipIf(chromiumPath === undefined)("the page at /docs", () => {
  let node: StartedNode;

  beforeAll(async () => {
    mkdirSync(artefacts, { recursive: true });
    node = await startNode({ "index-enabled": "true" });
  });

  afterAll(async () => {
    await closeBrowser();
    await node?.stop();
  });

  /** Opens a page, lets the test use it, and checks that no error occurred. */
  const on = (path: string, use: (page: Visit["page"]) => Promise<void>, options = {}) => {
    const useAndCheck = async ({ page, complaints }: Visit) => {
      await use(page);
      // Leaving the status page closes its stream.
      expect(complaints.filter((each) => !/^failed: .*\/ext\/events/.test(each))).toEqual([]);
    };
    return during(node.url, path, useAndCheck, options);
  };

  const shoot = (page: Visit["page"], name: string) =>
    page.screenshot({ path: join(artefacts, `${name}.png`) });

  test("has every document, in at most 220 kB", async () => {
    await on("/docs", async (page) => {
      expect(new URL(page.url()).pathname).toBe("/docs/");
      const documents = await callNode(node.url, "rpc.discover", {}, "/ext/bc/P");
      const { methods } = documents.result as never as { methods: { name: string }[] };
      expect(methods.length).toBeGreaterThan(30);
      for (const { name } of methods) expect(await entry(page, name).count()).toBe(1);
      await shoot(page, "light");
    });
    const script = await (await fetch(`${node.url}/docs/page.js`)).text();
    // What page.js imports at once; the explorer is imported when it is opened.
    const chunks = [...script.matchAll(/from"\.\/([\w-]+\.js)"/g)].map(([, name]) => name!);
    const parts = ["", "page.js", ...chunks, "page.css", "contract.json", "icon.svg"];
    let sum = 0;
    for (const part of parts) {
      const body = await (await fetch(`${node.url}/docs/${part}`)).arrayBuffer();
      sum += gzipSync(Buffer.from(body), { level: 9 }).length;
    }
    console.log(`the page is ${(sum / 1_000).toFixed(1)} kB gzip in all`);
    expect(sum).toBeLessThanOrEqual(220_000);
  });

  test("loads cold, and reports how fast", async () => {
    await on("/docs/", async (page) => {
      const usableMs = await page.evaluate<number>(
        "performance.getEntriesByName('usable')[0].startTime",
      );
      console.log(`usable ${usableMs.toFixed(0)} ms after a cold load began`);
    });
  });

  test("finds a guide by what only its text has", async () => {
    await on("/docs", async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("--staking-port docker");
      await page.getByRole("option").getByText("Operate a node").waitFor();
      // Without the texts it finds the rest.
      await page.reload();
      await page.route("**/guides.json", (route) => route.fulfill({ body: "not JSON" }));
      await page.keyboard.press("/");
      await page.keyboard.type("get val at");
      await page.getByRole("option").getByText("platform.getValidatorsAt").waitFor();
    });
  });

  test("finds a method by a few letters and the keyboard alone", async () => {
    await on("/docs", async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("get val at");
      const first = page.getByRole("dialog").getByRole("option").first();
      await first.getByText("platform.getValidatorsAt").waitFor();
      expect(await first.getAttribute("aria-selected")).toBe("true");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await shoot(page, "search");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/docs/#platform.getValidatorsAt");
      expect(await page.getByRole("dialog").count()).toBe(0);

      await page.keyboard.press("t");
      await page.keyboard.press("ControlOrMeta+Enter");
      const section = entry(page, "platform.getValidatorsAt");
      await section.locator(".chip.good").waitFor();

      await page.keyboard.press("Escape");
      await page.evaluate("document.activeElement.blur()");
      await page.keyboard.press("j");
      await page.waitForURL("**/docs/#platform.issueTx");
      await page.keyboard.press("k");
      await page.waitForURL("**/docs/#platform.getValidatorsAt");
    });
  });

  test("keys work on the target of a link before the browser has shown it", async () => {
    await on("/docs", async (page) => {
      const pressed = (id: string, key: string) =>
        page.evaluate<[string | undefined, string]>(`(() => {
          location.hash = ${JSON.stringify(id)};
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ${JSON.stringify(key)}, bubbles: true }));
          return [document.activeElement.closest(".console")?.closest(".entry").id, location.hash];
        })()`);
      // Nothing near these methods was visible, so their consoles do not exist yet.
      for (const id of ["platform.getValidatorsAt", "avm.getTxFee", "dev.setTime"]) {
        expect(await pressed(id, "t")).toEqual([id, `#${id}`]);
        await page.evaluate("document.activeElement.blur()");
      }
      expect((await pressed("platform.getValidatorsAt", "j"))[1]).toBe("#platform.issueTx");
    });
  });

  test("keys work on the visible entry after scrolling", async () => {
    await on("/docs/#platform.getHeight", async (page) => {
      const at = (test: string) =>
        page.evaluate<number>(`[...document.querySelectorAll(".entry")].findLastIndex(${test})`);
      const first = await at("(each) => '#' + each.id === location.hash");
      await page.mouse.move(700, 500);
      await page.mouse.wheel(0, 4_000);
      await expect
        .poll(() => at("(each) => each.getBoundingClientRect().top <= 0"))
        .toBeGreaterThan(first + 1);
      await page.keyboard.press("j");
      await expect
        .poll(() => at("(each) => '#' + each.id === location.hash"))
        .toBeGreaterThan(first + 2);
    });
  });

  test("calls methods of every API and shows their results", async () => {
    await on("/docs", async (page) => {
      const call = (name: string) => sendIn(entry(page, name));
      const { nodeID } = (await callNode(node.url, "info.getNodeID")).result as { nodeID: string };
      expect((await call("info.getNodeID")).result).toMatchObject({ nodeID });
      expect((await call("info.getNetworkName")).result).toEqual({ networkName: "local" });
      expect((await call("health.health")).result).toMatchObject({ healthy: true });
      expect((await call("platform.getHeight")).result).toEqual({ height: "0" });
      expect((await call("platform.getBlockByHeight")).result).toMatchObject({ encoding: "hex" });
      expect((await call("platform.getCurrentValidators")).result).toMatchObject({
        validators: [{ nodeID: "NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5" }],
      });
      expect((await call("keystore.createUser")).result).toEqual({});
      expect((await call("keystore.listUsers")).result).toMatchObject({
        users: [expect.any(String)],
      });
      expect((await call("index.isAccepted")).result).toBeDefined();
      expect((await call("avm.getTxFee")).result).toMatchObject({ txFee: "1000000" });
      expect((await call("dev.setTime")).result).toBeDefined();
      expect((await call("rpc.discover")).result).toMatchObject({ openrpc: "1.3.2" });
      const health = (await call("GET/ext/health/liveness")) as { healthy?: boolean };
      expect(health.healthy).toBe(true);
    });
  });

  test("a form becomes the request, and the request the form", async () => {
    await on("/docs/#platform.getBlockByHeight", async (page) => {
      const section = entry(page, "platform.getBlockByHeight");
      const height = section.getByRole("textbox", { name: "height" });
      await height.fill("18446744073709551615");
      await section.getByRole("combobox", { name: "encoding" }).selectOption("json");
      await section.getByRole("tab", { name: "JSON" }).click();
      const editor = section.getByRole("textbox");
      const text = await editor.inputValue();
      expect(JSON.parse(text).params).toEqual({ height: "18446744073709551615", encoding: "json" });

      const { error } = await sendIn(section);
      expect(error?.code).toBe(-32000);
      await section
        .getByRole("link", { name: /^BlockAtHeightNotFound -/ })
        .first()
        .waitFor();

      await editor.fill(text.replace('"18446744073709551615"', "0"));
      await section.getByRole("tab", { name: "Form" }).click();
      expect(await height.inputValue()).toBe("0");
      expect((await sendIn(section)).result).toMatchObject({ encoding: "json" });

      await section.getByRole("tab", { name: "JSON" }).click();
      await editor.fill("{ no JSON");
      await section.getByText("It is sent unchanged").waitFor();
      expect((await sendIn(section)).error?.code).toBe(-32700);
    });
  });

  test("a call is written down in each language, and copied", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    await on(
      "/docs/#platform.getTxStatus",
      async (page) => {
        const section = entry(page, "platform.getTxStatus");
        const labels = await section.getByRole("tab").allTextContents();
        expect(labels).toEqual([
          "Form",
          "JSON",
          "curl",
          "TypeScript",
          "Go",
          "Python",
          "Rust",
          "Java",
        ]);
        for (const label of labels.slice(2)) {
          await section.getByRole("tab", { name: label, exact: true }).click();
          const shown = await section.getByLabel(`The call in ${label}`).textContent();
          expect(shown).toMatch(/tx_?status/i);
          await section.getByRole("button", { name: `Copy ${label}` }).click();
          await section.getByText("Copied").waitFor();
          expect(await page.evaluate("navigator.clipboard.readText()")).toBe(shown);
        }
      },
      { permissions },
    );
  });

  test("a deep link leads to a method, a type and an error, and each has its title", async () => {
    for (const id of ["platform.getUTXOs", "StartIndex", "BlockNotFound", "GET/ext/health"]) {
      await on(`/docs/#${id}`, async (page) => {
        await expect
          .poll(() => entry(page, id).evaluate(topOf))
          .toSatisfy((top: number) => top > 30 && top < 80);
        expect(await page.title()).toBe(`${id} · Couloir API`);
      });
    }
  });

  test("a deep link stays at its target while the page above is filled slowly", async () => {
    await on("/docs/", async (page) => {
      // Only the parts in which the page is filled have no delay of their own.
      await page.addInitScript(`{
        const original = setTimeout;
        setTimeout = (act, ms = 700) => original(act, ms);
      }`);
      await page.evaluate("location.hash = 'StartIndex'");
      // A request that the reload ends would count as a failed one.
      await page.waitForLoadState("networkidle");
      await page.reload();
      await page.locator("main:not([aria-busy])").waitFor();
      await page.waitForTimeout(1_000);
      const top = await entry(page, "StartIndex").evaluate(topOf);
      expect(top).toBeGreaterThan(30);
      expect(top).toBeLessThan(80);
    });
  });

  test("a reference is a link to its schema", async () => {
    await on("/docs/#platform.getUTXOs", async (page) => {
      const section = entry(page, "platform.getUTXOs");
      await section.getByRole("link", { name: "StartIndex" }).first().click();
      await page.waitForURL("**/#StartIndex");
      const source = entry(page, "StartIndex").getByLabel("StartIndex as the document has it");
      await source.getByRole("link", { name: /AddressText/ }).click();
      await page.waitForURL("**/#AddressText");
    });
  });

  test("the profile can be changed, and stays in the link", async () => {
    await on("/docs/#platform.getValidatorsAt", async (page) => {
      const members = entry(page, "platform.getValidatorsAt").locator(".entry-prose");
      const before = await members.textContent();
      await page.getByRole("combobox", { name: "Profile" }).selectOption("avalanchego");
      await page.locator("main:not([aria-busy])").waitFor();
      expect(await members.textContent()).not.toBe(before);
      expect(new URL(page.url()).searchParams.get("profile")).toBe("avalanchego");
      await page.reload();
      await page.locator("main:not([aria-busy])").waitFor();
      expect(await page.getByRole("combobox", { name: "Profile" }).inputValue()).toBe(
        "avalanchego",
      );
    });
  });

  test("is dark where the browser is, and where a person wants it", async () => {
    const brightness = (page: Visit["page"]) =>
      page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    await on(
      "/docs/#platform.getCurrentValidators",
      async (page) => {
        expect(await brightness(page)).toBe("rgb(15, 20, 25)");
        await sendIn(entry(page, "platform.getCurrentValidators"));
        await shoot(page, "dark");
        await page.getByRole("button", { name: /^Theme/ }).click();
        expect(await brightness(page)).toBe("rgb(253, 253, 252)");
      },
      { colorScheme: "dark" },
    );
  });

  test("fits a phone", async () => {
    await on(
      "/docs/#platform.getUTXOs",
      async (page) => {
        const widths = () =>
          page.evaluate<[number, number]>("[document.documentElement.scrollWidth, innerWidth]");
        const [width, seen] = await widths();
        expect([width, seen]).toEqual([390, 390]);
        await shoot(page, "phone");
        await page.getByRole("button", { name: "Contents" }).click();
        await page
          .getByRole("navigation")
          .getByRole("link", { name: "getStake", exact: true })
          .click();
        await page.waitForURL("**/#platform.getStake");
        await sendIn(entry(page, "platform.getStake"));
        expect(await widths()).toEqual([390, 390]);
        await page.goto(`${node.url}/docs/#status`);
        await page.getByRole("heading", { name: "Status", exact: true }).waitFor();
        await page.getByText("healthy").waitFor();
        // A chain of one block has no interval.
        await page.locator(".chart canvas").nth(1).waitFor();
        await page.getByText("An interval needs two blocks with a time.").waitFor();
        expect(await widths()).toEqual([390, 390]);
        await shoot(page, "phone-status");
        for (const id of ["block/0", `validator/${firstValidator}`, "guide/dev-node", ""]) {
          await page.goto(`${node.url}/docs/#${id}`);
          await page.locator("main h1").first().waitFor();
          expect([id, ...(await widths())]).toEqual([id, 390, 390]);
        }
      },
      phone,
    );
  });

  test("links lead to the documents, and to the public playground", async () => {
    await on("/docs/#info", async (page) => {
      const section = entry(page, "info");
      const link = section.getByRole("link", { name: /OpenRPC playground/ });
      const target = new URL((await link.getAttribute("href"))!);
      expect(target.origin).toBe("https://playground.open-rpc.org");
      const document = await fetch(target.searchParams.get("schemaUrl")!);
      expect(await document.json()).toMatchObject({ openrpc: "1.3.2" });
    });
  });

  test("the status page shows each block when it is accepted", async () => {
    const other = await NodeProcess.start();
    const { page, complaints, close } = await visit(other.url, "/docs/#status");
    try {
      const height = page.locator(".figure-card", { hasText: "Height" }).locator(".figure-value");
      await height.getByText("0", { exact: true }).waitFor();
      const mempool = page.locator(".figure-card", { hasText: "Mempool" });
      await mempool.getByText("transactions wait").waitFor();
      await page.getByText("healthy").waitFor();
      const txID = await transfer(other.url);
      await height.getByText("1", { exact: true }).waitFor();
      await page.locator(".chart canvas").nth(2).waitFor();
      await shoot(page, "status");

      await page.locator(".blocks").getByRole("link", { name: "Base" }).click();
      await page.waitForURL(`**/#tx/${txID}`);
      await page.getByRole("heading", { name: "Transaction" }).waitFor();
      expect(await page.locator(".badge.kind").textContent()).toBe("BaseTx");
      await page.getByText("Committed").waitFor();
      await page.getByRole("link", { name: "1", exact: true }).click();
      await page.waitForURL("**/#block/1");
      await page.getByRole("heading", { name: "Block 1" }).waitFor();
      expect(await page.locator(".badge.kind").textContent()).toBe("BanffStandard");
      const decoded = page.getByLabel("The block as JSON");
      await decoded.getByRole("link", { name: txID }).waitFor();
      await page.getByRole("link", { name: "Previous" }).click();
      await page.getByRole("heading", { name: "Block 0" }).waitFor();
      await page.getByText(/^20\d\d-.* UTC/).waitFor();
      // The page closes its stream when it shows something else.
      expect(complaints.filter((each) => !each.includes("/ext/events"))).toEqual([]);
    } finally {
      await close();
      await other.stop();
    }
  });

  test("the explorer opens blocks, transactions and validators, and says what it cannot find", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    await on(
      "/docs/#status",
      async (page) => {
        const open = async (text: string) => {
          await page.getByLabel("Open a block, transaction, address, validator or L1").fill(text);
          await page.getByRole("button", { name: "Open" }).click();
        };
        await open("zebra");
        await page.getByText("neither a height nor a P-chain address").waitFor();
        await open("2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM");
        await page.getByText("knows no block, no transaction and no L1 validator").waitFor();
        await open(firstValidator);
        await page.waitForURL(`**/#validator/${firstValidator}`);
        await page.getByText("2,000,000 AVAX").first().waitFor();
        await page.getByRole("button", { name: "Copy" }).first().click();
        expect(await page.evaluate("navigator.clipboard.readText()")).toBe(firstValidator);
        await page.locator('.fact-list a[href^="#tx/"]').click();
        await page.getByRole("heading", { name: "Transaction" }).waitFor();
        expect(await page.locator(".badge.kind").textContent()).toBe(
          "AddPermissionlessValidatorTx",
        );
        await page.goto(`${node.url}/docs/#block/999`);
        await page.getByRole("alert").getByText("not found").waitFor();
        await page.getByRole("button", { name: "Try again" }).waitFor();
        await page.goto(`${node.url}/docs/#address/0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC`);
        const refused = page.getByRole("alert").getByText("which begins with P-local1");
        await refused.waitFor();
        expect(await refused.textContent()).toMatch(/^"0x8db\w+" is not a P-chain address/);
        expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
      },
      { permissions },
    );
  });

  test("the explorer shows what a developer made outside of blocks", async () => {
    const params = { address: "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u", amount: 7e9 };
    const { result } = await callNode(node.url, "dev.fund", params, "/ext/dev");
    const { txID } = result as { readonly txID: string };
    await on(`/docs/#tx/${txID}`, async (page) => {
      await page.getByText("outside of blocks").waitFor();
      expect(await page.locator(".badge.kind").textContent()).toBe("Dev");
      await page.getByText("7 AVAX").waitFor();
    });
  });

  test("starts with a base URL, a first call, and tasks that lead to methods and guides", async () => {
    await on("/docs", async (page) => {
      expect(await page.locator(".base-url").textContent()).toBe(node.url);
      expect(await page.getByLabel("The first call with curl").textContent()).toContain(
        `curl -s ${node.url}/ext/bc/P`,
      );
      const title = page.getByRole("heading", { name: "Stake", exact: true });
      const stake = page.locator(".task").filter({ has: title });
      await stake.getByRole("link", { name: "platform.issueTx" }).click();
      await page.waitForURL("**/#platform.issueTx");
      await page.getByRole("link", { name: "Couloir, to the top" }).click();
      await stake.getByRole("link", { name: /^Guide/ }).click();
      await page.getByRole("heading", { name: "Delegate, and receive the reward" }).waitFor();
      const heading = entry(page, "guide/test-your-dapp/delegate-and-receive-the-reward");
      await expect.poll(() => heading.evaluate(topOf)).toBeLessThan(120);
      await shoot(page, "guide");
    });
  });

  test("an error shows its cause and remedy", async () => {
    await on("/docs/#platform.getTx", async (page) => {
      const section = entry(page, "platform.getTx");
      await section
        .getByRole("textbox", { name: "txID" })
        .fill("11111111111111111111111111111111LpoYY");
      await sendIn(section);
      const remedy = section.locator(".answer .remedy");
      await remedy.getByText("No accepted block contains the transaction").waitFor();
      await remedy.getByRole("link", { name: "platform.getTxStatus" }).waitFor();
    });
  });

  test("calls an operation with a body", async () => {
    const other = await startNode({ chain: "small", mesh: "true" });
    const { page, complaints, close } = await visit(other.url, "/docs/#mesh.block");
    try {
      const section = entry(page, "mesh.block");
      const { block } = (await sendIn(section)) as { block?: unknown };
      const response = await fetch(`${other.url}/mesh/block`, {
        method: "POST",
        body: JSON.stringify({
          network_identifier: { blockchain: "avalanche", network: "network-1337" },
          block_identifier: { index: 4 },
        }),
      });
      expect({ block }).toEqual(await response.json());
      expect(complaints).toEqual([]);
    } finally {
      await close();
      await other.stop();
    }
  });

  test("calls a REST operation, and shows it in curl", async () => {
    const other = await startNode({ chain: "small", "data-api": "true" });
    const { page, complaints, close } = await visit(other.url, "/docs/#data.getUtxosByAddressesV2");
    try {
      const section = entry(page, "data.getUtxosByAddressesV2");
      const { utxos } = (await sendIn(section)) as { utxos?: unknown[] };
      expect(utxos).toHaveLength(1);
      await section.getByRole("tab", { name: "curl" }).click();
      const curl = await section.getByLabel("The request in curl").textContent();
      const { stdout } = await promisify(execFile)("/bin/sh", ["-c", curl!]);
      expect(JSON.parse(stdout)).toEqual({
        nextPageToken: expect.anything(),
        chainInfo: expect.anything(),
        utxos,
      });
      await section.getByRole("tab", { name: "Form" }).click();
      await section.getByRole("textbox", { name: "pageSize" }).fill("0");
      const { message } = (await sendIn(section)) as { message?: string };
      expect(message).toContain("pageSize: expected at least 1");
      await section.getByRole("link", { name: "data.UtxoPage" }).first().click();
      await page.waitForURL("**/#data.UtxoPage");
      await shoot(page, "rest");
      expect(complaints).toEqual([expect.stringContaining("status of 400")]);
    } finally {
      await close();
      await other.stop();
    }
  });

  test("listens to the events, and shows why it cannot", async () => {
    const other = await NodeProcess.start();
    const { page, complaints, close } = await visit(other.url, "/docs/#GET/ext/events");
    try {
      const section = entry(page, "GET/ext/events");
      await section.getByRole("button", { name: "Listen" }).click();
      const log = section.getByRole("log");
      await log.getByText("ready").waitFor();
      const txID = await transfer(other.url);
      await log.getByText(`Committed · ${txID}`).click();
      await log.getByLabel("Event").getByText('"status"').waitFor();
      await shoot(page, "events");
      expect(complaints).toEqual([]);
      await section.getByRole("button", { name: "Stop" }).click();
      await section.getByText("stopped").waitFor();

      await section.getByRole("textbox", { name: "fromHeight" }).fill("low");
      await section.getByRole("button", { name: "Listen" }).click();
      await section.getByText(/^400: .*fromHeight/).waitFor();
    } finally {
      await close();
      await other.stop();
    }
  });

  test("says so when the node is gone", async () => {
    const other = await startNode({});
    const { page, close } = await visit(other.url, "/docs/#platform.getHeight");
    try {
      // `waitForFunction` repeats a text with eval, which the page's policy forbids.
      const loaded =
        "performance.getEntriesByType('resource').some(({ name }) => name.includes('/explorer-'))";
      await expect.poll(() => page.evaluate(loaded)).toBe(true);
      await other.stop();
      const section = entry(page, "platform.getHeight");
      await section.getByRole("button", { name: "Send" }).click();
      await section.getByText("No response from").waitFor();
      await page.getByRole("link", { name: "Status", exact: true }).click();
      await page.getByText("New blocks are not available").waitFor();
    } finally {
      await close();
    }
  });

  test("the site for any web server calls its node, and may reach nothing else", async () => {
    const folder = mkdtempSync(join(tmpdir(), "couloir-site-"));
    await buildSite(folder, { node: node.url });
    const server = createServer(async (request, response) => {
      const name = request.url === "/docs/" ? "index.html" : (request.url ?? "").slice(6);
      response.setHeader("content-type", types[name.split(".").at(-1) ?? ""] ?? "text/plain");
      response.end(await readFile(join(folder, name)));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { page, complaints, close } = await visit(`http://127.0.0.1:${port}`, "/docs/");
    try {
      const { result } = await sendIn(entry(page, "info.getNetworkName"));
      expect(result).toEqual({ networkName: "local" });
      expect(complaints.filter((each) => !each.startsWith(`asked for ${node.url}/`))).toEqual([]);
      const reached = await page.evaluate<string>(
        "fetch('http://127.0.0.1:1/').then(() => 'yes', (error) => error.message)",
      );
      expect(reached).not.toBe("yes");
      expect(complaints.join()).toContain("violates the following Content Security Policy");
    } finally {
      await close();
      server.close();
      rmSync(folder, { recursive: true });
    }
  });

  test.each([320, 500, 768, 1000, 1280])("the header fits a width of %i px", (width) =>
    on(
      "/docs/",
      async (page) => {
        const theme = await page.getByRole("button", { name: /^Theme/ }).boundingBox();
        expect(theme!.x + theme!.width).toBeLessThanOrEqual(width);
        expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
        const address = page.locator(".node-button .cut");
        if (width >= 768) expect((await address.boundingBox())!.width).toBeGreaterThan(50);
      },
      { viewport: { width, height: 800 } },
    ),
  );

  test("says that nothing has the name of a link, and searches for it", () =>
    on("/docs/#platform.getHeigh", async (page) => {
      const alert = page.getByRole("alert");
      await alert.getByText("This page has no “platform.getHeigh”.").waitFor();
      expect(await page.title()).toBe("Couloir API");
      await alert.getByRole("button", { name: "Search for it" }).click();
      await page.getByRole("option", { name: "platform.getHeight" }).first().click();
      await page.waitForURL(/#platform\.getHeight$/);
      expect(await alert.count()).toBe(0);
    }));

  test("sends to another node on request, and says so", async () => {
    const other = await startNode({ "network-id": "fuji", offline: "true" });
    const { page, close } = await visit(node.url, "/docs/#info.getNetworkName");
    try {
      await page.getByRole("button", { name: /^Node/ }).click();
      await page.getByLabel("Base URL of the node").fill(other.url);
      await page.getByRole("button", { name: "Use it" }).click();
      await page.getByRole("note").getByText(other.url).waitFor();
      await page.locator("main:not([aria-busy])").waitFor();
      const { result } = await sendIn(entry(page, "info.getNetworkName"));
      expect(result).toEqual({ networkName: "fuji" });
    } finally {
      await close();
      await other.stop();
    }
  });
});

/** In the browser: the distance of an element from the top of the visible area. */
function topOf(element: { getBoundingClientRect(): { top: number } }): number {
  return element.getBoundingClientRect().top;
}

/** Transfers funds of the well-known key to itself, and returns the transaction's ID. */
async function transfer(url: string): Promise<string> {
  const { result } = await callNode(url, "platform.getUTXOs", { addresses: [payerAddress] });
  const [utxo] = spendable((result as { utxos: string[] }).utxos, 1_000_000_000n);
  const tx = encodeBytes(divide(12_345, utxo!, 1, 10_000_000n).bytes, "hex");
  const issued = await callNode(url, "platform.issueTx", { tx });
  if (issued.error !== undefined) throw new Error(issued.error.message);
  return (issued.result as { txID: string }).txID;
}
