import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/formats/json.ts";
import { callNode } from "../support/call-node.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";
import { chromiumPath, closeBrowser } from "./chromium.ts";
import { type Visit, visit } from "./visit.ts";

const artefacts = fileURLToPath(new URL("../../artefacts/", import.meta.url));
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

type Row = Readonly<Record<string, string>>;

describe.skipIf(chromiumPath === undefined)("the explorer of the ledger", () => {
  let node: StartedNode;
  let things: {
    readonly owner: string;
    readonly spent: Row;
    readonly spender: string;
    readonly period: Row;
    readonly l1: Row;
    readonly newest: Row;
  };

  const ledger = async <Result>(method: string, params: JsonValue): Promise<Result> => {
    const { result, error } = await callNode(node.url, `ledger.${method}`, params, "/ext/ledger");
    if (error !== undefined) throw new Error(error.message);
    return result as Result;
  };

  beforeAll(async () => {
    mkdirSync(artefacts, { recursive: true });
    node = await startNode({ chain: "small" });
    const { rewards } = await ledger<{ rewards: { owner: { addresses: string[] } }[] }>(
      "getRewards",
      {},
    );
    const { periods } = await ledger<{ periods: Row[] }>("getStakingPeriods", {
      filter: { role: "delegator" },
    });
    const { validators } = await ledger<{ validators: Row[] }>("getL1Validators", {
      filter: { status: "active" },
    });
    const { transactions } = await ledger<{ transactions: Row[] }>("getTransactions", {});
    const [newest] = transactions;
    things = {
      owner: rewards[0]!.owner.addresses[0]!,
      ...(await spentTx(transactions)),
      period: periods.find(({ validatorTxID }) => validatorTxID !== undefined)!,
      l1: validators[0]!,
      newest: newest!,
    };
  });

  /** A transaction with an output that another one spent. */
  async function spentTx(transactions: readonly Row[]): Promise<{ spent: Row; spender: string }> {
    for (const tx of transactions) {
      const { outputs } = await ledger<{ outputs: Row[] }>("getTransaction", { txID: tx["txID"]! });
      const spender = outputs.find(({ status }) => status === "spent")?.["spentBy"];
      if (spender !== undefined) return { spent: tx, spender };
    }
    throw new Error("none");
  }

  afterAll(async () => {
    await closeBrowser();
    await node?.stop();
  });

  async function on(
    path: string,
    use: (page: Visit["page"]) => Promise<void>,
    options = {},
  ): Promise<void> {
    const { page, complaints, close } = await visit(node.url, `/docs/#${path}`, options);
    try {
      await use(page);
      expect(complaints.filter((each) => !/^failed: .*\/ext\/events/.test(each))).toEqual([]);
    } finally {
      await close();
    }
  }

  const cardOf = (page: Visit["page"], title: string) =>
    page
      .locator("section.card")
      .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  const rowsOf = (page: Visit["page"], title: string) => cardOf(page, title).locator("tbody tr");

  test("shows an address: balance over time, transactions, stakes, rewards and UTXOs", async () => {
    const filter = { addresses: [things.owner] };
    const { balance } = await ledger<{ balance: string }>("getBalance", filter);
    const { transactions } = await ledger<{ transactions: Row[] }>("getTransactions", { filter });
    const { rewards } = await ledger<{ rewards: Row[] }>("getRewards", { filter });
    const { utxos } = await ledger<{ utxos: string[] }>("getUTXOs", filter);
    await on(`address/${things.owner}`, async (page) => {
      await page.locator(".chart canvas").waitFor();
      await expect
        .poll(() => rowsOf(page, "Transactions").count())
        .toBe(Math.min(25, transactions.length));
      await expect.poll(() => rowsOf(page, "Rewards").count()).toBe(rewards.length);
      expect(await rowsOf(page, "UTXOs").count()).toBe(utxos.length);
      expect(await rowsOf(page, "Stakes").count()).toBeGreaterThan(0);
      const shown = await page.locator(".fact-list").first().textContent();
      const digits = (shown ?? "").replaceAll(/[,.]/g, "");
      expect(digits).toContain(balance.replace(/0+$/, ""));
      await page.screenshot({ path: join(artefacts, "address.png"), fullPage: true });
    });
  });

  test("links each output to what spent it, and each input to its origin", async () => {
    await on(`tx/${things.spent["txID"]}`, async (page) => {
      const spentBy = cardOf(page, "Outputs").locator(`a[href="#tx/${things.spender}"]`).first();
      await spentBy.click();
      await page.waitForURL(`**/#tx/${things.spender}`);
      await cardOf(page, "Inputs").locator(`a[href="#tx/${things.spent["txID"]}"]`).first().click();
      await page.waitForURL(`**/#tx/${things.spent["txID"]}`);
      await page.locator("dt").getByText("Burned").waitFor();
    });
  });

  test("shows what the genesis made, a hundred outputs at once, and opens it by its ID", async () => {
    const txID = "11111111111111111111111111111111LpoYY";
    const { outputs } = await ledger<{ outputs: Row[] }>("getTransaction", { txID });
    await on("status", async (page) => {
      const field = page.getByRole("searchbox", { name: /^Open a block/ });
      await field.fill(txID);
      await field.press("Enter");
      await page.waitForURL(`**/#tx/${txID}`);
      await page.getByText("The chain began with these outputs.").waitFor();
      await page.locator(".badge.kind").getByText("Genesis").waitFor();
      const rows = rowsOf(page, "Outputs");
      expect(await rows.count()).toBe(Math.min(100, outputs.length));
      await page.evaluate("location.reload()");
      await rows.first().waitFor();
    });
  });

  test("shows more of a long list, a hundred rows at once", async () => {
    const txID = "11111111111111111111111111111111LpoYY";
    const { outputs, ...others } = await ledger<{ outputs: Row[] }>("getTransaction", { txID });
    const result = { ...others, outputs: Array.from({ length: 250 }, () => outputs[0]!) };
    await on("status", async (page) => {
      await answerTransaction(page, result);
      await page.goto(`${node.url}/docs/#tx/${txID}`);
      const rows = rowsOf(page, "Outputs");
      for (const [button, shown] of [
        ["More (150)", 200],
        ["More (50)", 250],
      ] as const) {
        await cardOf(page, "Outputs").getByRole("button", { name: button, exact: true }).click();
        expect(await rows.count()).toBe(shown);
      }
      expect(await cardOf(page, "Outputs").getByRole("button").count()).toBe(0);
    });
  });

  test("shows other assets and subnets without AVAX, and outputs without owners as anyone's", async () => {
    const txID = things.period["txID"]!;
    const found = await ledger<Readonly<Record<"outputs" | "periods", Row[]>>>("getTransaction", {
      txID,
    });
    const assetID = things.l1["subnetID"]!;
    const owner = { locktime: "0", threshold: "0", addresses: [] };
    const amount = "18446744073709551615";
    const result = {
      ...found,
      outputs: [found.outputs[0]!, { ...found.outputs[0]!, assetID, owner, amount }],
      periods: [{ ...found.periods[0]!, subnetID: assetID, weight: "7", potentialReward: "8" }],
    };
    await on("status", async (page) => {
      await answerTransaction(page, result);
      await page.goto(`${node.url}/docs/#tx/${txID}`);
      const [avax, other] = [rowsOf(page, "Outputs").nth(0), rowsOf(page, "Outputs").nth(1)];
      expect(await avax.textContent()).toContain(" AVAX");
      expect(await other.textContent()).toContain(`18,446,744,073,709,551,615 of ${assetID}anyone`);
      const period = await rowsOf(page, "Staking periods").first().textContent();
      expect(period).toMatch(/7running8 if it is paid$/);
    });
  });

  test("leads from block to block, and from the last one only back", async () => {
    const { height } = await ledger<{ height: string }>("getStatus", {});
    await on(`block/${Number(height) - 1}`, async (page) => {
      await page.getByRole("link", { name: "Next" }).click();
      await page.waitForURL(`**/#block/${height}`);
      await page.getByRole("heading", { name: `Block ${height}`, exact: true }).waitFor();
      expect(await page.getByRole("link", { name: "Next" }).count()).toBe(0);
      await page.getByRole("link", { name: "Previous" }).waitFor();
    });
  });

  test("links no parent of the first block, and no transaction of another chain", async () => {
    await on("block/0", async (page) => {
      await cardOf(page, "Decoded").getByText("parentID").waitFor();
      expect(await cardOf(page, "Decoded").locator('a[href^="#block/"]').count()).toBe(0);
    });
    const filter = { kinds: ["ImportTx"] };
    const { transactions } = await ledger<{ transactions: Row[] }>("getTransactions", { filter });
    const [imports] = transactions;
    for (const path of [`tx/${imports!["txID"]}`, `block/${imports!["height"]}`]) {
      await on(path, async (page) => {
        const decoded = cardOf(page, "Decoded");
        const text = (await decoded.textContent()) ?? "";
        const [, imported] = /"importedInputs".*?"txID": "(\w+)"/s.exec(text) ?? [];
        expect(await decoded.getByText(imported!).count()).toBeGreaterThan(0);
        expect(await decoded.locator(`a[href="#tx/${imported}"]`).count()).toBe(0);
      });
    }
  });

  test("shows the terms of a validator with delegations and rewards", async () => {
    await on(`validator/${things.period["nodeID"]}`, async (page) => {
      const term = rowsOf(page, "Terms").filter({
        has: page.locator(`a[href="#tx/${things.period["validatorTxID"]}"]`),
      });
      await term.getByRole("button", { name: "Show" }).first().click();
      const delegations = page.getByRole("group", { name: "Delegations" });
      await delegations.locator(`a[href="#tx/${things.period["txID"]}"]`).waitFor();
      await cardOf(page, "Rewards").locator("table, .empty").first().waitFor();
    });
  });

  test("shows with each term of an auto-renewed validator the delegations that began in it", async () => {
    const { nodeID, validatorTxID: txID } = things.period;
    const terms = [
      { autoRenewed: true, txID, beganHeight: "20" },
      { autoRenewed: true, txID, beganHeight: "10", endedHeight: "19" },
    ];
    const delegations = [22, 21, 12];
    await on("status", async (page) => {
      await page.route("**/ext/ledger", async (route) => {
        const { id, method, params } = route.request().postDataJSON();
        if (method !== "ledger.getStakingPeriods") return route.continue();
        const { role, fromHeight, toHeight = "30" } = params.filter;
        const isIn = (height: number) => height >= Number(fromHeight) && height <= Number(toHeight);
        const periods = role === "validator" ? terms : delegations.filter(isIn).map(() => ({}));
        return route.fulfill({ json: { jsonrpc: "2.0", id, result: { periods } } });
      });
      await page.goto(`${node.url}/docs/#validator/${nodeID}`);
      for (const shown of [2, 1]) {
        await cardOf(page, "Terms").getByRole("button", { name: "Show" }).first().click();
        const group = page.getByRole("group", { name: "Delegations" });
        await expect.poll(() => group.last().locator("tbody tr").count()).toBe(shown);
      }
    });
  });

  test("shows the validators of an L1 with balances and forecasts, and the changes of one", async () => {
    await on(`l1/${things.l1["subnetID"]}`, async (page) => {
      const day = "\\d{4}-\\d\\d-\\d\\d";
      const minute = `${day} \\d\\d:\\d\\d UTC`;
      await rowsOf(page, "Validators")
        .getByText(new RegExp(`^${minute} \\(${day} to ${day}\\)`))
        .waitFor();
      await page.locator(`a[href="#validation/${things.l1["validationID"]}"]`).click();
      await page.locator(".chart canvas").waitFor();
      await rowsOf(page, "Changes").getByText("registered").waitFor();
    });
  });

  test("says why a list cannot be read, and no longer that it is loading", async () => {
    await on("l1/foo", async (page) => {
      await page.getByText('"foo" is not a cb58 ID').waitFor();
      expect(await page.getByText("Loading …").count()).toBe(0);
    });
  });

  test("draws totals", async () => {
    await on("status", async (page) => {
      await page.getByRole("link", { name: "Totals over time" }).click();
      await page.locator(".chart canvas").nth(8).waitFor();
      await page.screenshot({ path: join(artefacts, "totals.png"), fullPage: true });
    });
  });

  test("has room for the numbers beside its charts on a phone", async () => {
    const { page, close } = await visit(node.url, "/docs/#totals", phone);
    try {
      await page.addInitScript(`
        globalThis.lefts = [];
        const draw = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
          const { width } = this.measureText(text);
          const before = this.textAlign === "right" ? width : 0;
          lefts.push(this.getTransform().transformPoint({ x: x - before, y }).x);
          draw.call(this, text, x, y);
        };
      `);
      await page.reload();
      await page.locator(".chart canvas").nth(8).waitFor();
      const drawn = () => page.evaluate<number[]>("lefts");
      await expect.poll(async () => (await drawn()).length).toBeGreaterThan(9);
      expect(Math.min(...(await drawn()))).toBeGreaterThanOrEqual(0);
    } finally {
      await close();
    }
  });

  test("opens an address, a height, a node ID and the IDs of a transaction and an L1 validator", async () => {
    await on("status", async (page) => {
      const field = page.getByRole("searchbox", { name: /^Open a block/ });
      for (const [text, place] of [
        [things.owner, "address"],
        [things.newest["height"], "block"],
        [things.newest["blockID"], "block"],
        [things.period["nodeID"], "validator"],
        [things.newest["txID"], "tx"],
        [things.l1["validationID"], "validation"],
      ] as const) {
        await page.goto(`${node.url}/docs/#status`);
        await field.fill(text!);
        await field.press("Enter");
        await page.waitForURL(`**/#${place}/${text}`);
        await page.locator(".entity-head").waitFor();
      }
      await page.goto(`${node.url}/docs/#status`);
      await field.fill("P-nonsense");
      await field.press("Enter");
      await page.getByText("is neither a height nor a P-chain address").waitFor();
    });
  });

  test("fits a phone", async () => {
    await on(
      "totals",
      async (page) => {
        await page.locator(".chart canvas").nth(8).waitFor();
        for (const id of [
          "totals",
          `address/${things.owner}`,
          `tx/${things.spent["txID"]}`,
          `validator/${things.period["nodeID"]}`,
          `l1/${things.l1["subnetID"]}`,
          `validation/${things.l1["validationID"]}`,
        ]) {
          await page.goto(`${node.url}/docs/#${id}`);
          await page.locator(".entity-head").waitFor();
          await expect.poll(() => page.getByText("Loading …", { exact: true }).count()).toBe(0);
          const widths = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]");
          expect([id, widths]).toEqual([id, [390, 390]]);
        }
        await page.screenshot({ path: join(artefacts, "phone-validation.png") });
      },
      phone,
    );
  });
});

describe.skipIf(chromiumPath === undefined)("the explorer without a ledger", () => {
  test("shows transactions and blocks, and says why there is no balance", async () => {
    const node = await startNode({ ledger: "false", chain: "small" });
    const owner = "P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95";
    const { page, close } = await visit(node.url, `/docs/#address/${owner}`);
    try {
      await page.getByText("the ledger is off").waitFor();
      const { result } = await callNode(node.url, "platform.getBlockByHeight", {
        height: "1",
        encoding: "json",
      });
      const { block } = result as { block: { txs?: { id: string }[]; tx?: { id: string } } };
      const txID = block.txs?.[0]?.id ?? block.tx?.id;
      await page.goto(`${node.url}/docs/#tx/${txID}`);
      await page.locator(".entity-head").waitFor();
    } finally {
      await close();
      await node.stop();
    }
  });
});

/** Answers `ledger.getTransaction` in the place of the node. */
async function answerTransaction(page: Visit["page"], result: object): Promise<void> {
  await page.route("**/ext/ledger", async (route) => {
    const { id, method } = route.request().postDataJSON() as Row;
    if (method !== "ledger.getTransaction") return route.continue();
    return route.fulfill({ json: { jsonrpc: "2.0", id, result } });
  });
}
