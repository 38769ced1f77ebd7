import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedNode, startNode } from "../support/start-node.ts";
import { chromiumPath, closeBrowser, isThorough } from "./chromium.ts";
import { type Visit, visit } from "./visit.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const validator = "NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5";

/** Each page with what shows that it is complete. */
const pages = [
  ["", ".tasks"],
  ["#platform.getUTXOs", "[id='platform.getUTXOs'] .send"],
  ["#status", ".chart canvas"],
  ["#block/0", ".fact-list"],
  [`#validator/${validator}`, ".fact-list"],
  ["#guide/dev-node", ".guide-text h2"],
] as const;

/** The first two have each mode and each width. */
const combinations = [
  ["light", 1440],
  ["dark", 390],
  ["dark", 1440],
  ["light", 390],
] as const;

type Finding = { readonly id: string; readonly impact: string; readonly nodes: readonly string[] };

describe.skipIf(chromiumPath === undefined)("axe-core", () => {
  let node: StartedNode;
  let opened: Visit;

  beforeAll(async () => {
    node = await startNode({ "index-enabled": "true" });
    // Colors that are on their way to others have contrasts that nobody sees for long.
    opened = await visit(node.url, "/docs", { reducedMotion: "reduce" });
    await opened.page.evaluate(keepExamples);
    await opened.page.evaluate(axe);
  });

  afterAll(async () => {
    await opened?.close();
    await closeBrowser();
    await node?.stop();
  });

  test.each(isThorough ? combinations : combinations.slice(0, 2))(
    "finds nothing serious in %s mode at %d px",
    async (colorScheme, width) => {
      const { page } = opened;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const found: (readonly [string, Finding])[] = [];
      for (const [fragment, complete] of pages) {
        await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
        await page.locator(complete).first().waitFor();
        found.push(...(await findings(page)).map((each) => [fragment, each] as const));
      }
      expect(found).toEqual([]);
    },
  );
});

/**
 * Takes the sections from the reference that repeat others: axe-core reads the whole page, and needs seconds for all of it,
 * at every change. Of each document its head and its first method stay, and one of each other kind.
 */
const keepExamples = `{
  const kept = ["platform.getUTXOs", "GET/ext/events"];
  for (const part of document.querySelectorAll(".reference .document")) {
    for (const each of [...part.querySelectorAll(".entry")].slice(2)) {
      if (!kept.includes(each.id)) each.remove();
    }
  }
}`;

/** The serious and critical findings. */
async function findings(page: Visit["page"]): Promise<readonly Finding[]> {
  return page.evaluate<Finding[]>(`(async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 160) + failureSummary) }));
  })()`);
}
