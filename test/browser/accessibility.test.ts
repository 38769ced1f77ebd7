import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedNode, startNode } from "../support/start-node.ts";
import { chromiumPath } from "./chromium.ts";
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

type Finding = { readonly id: string; readonly impact: string; readonly nodes: readonly string[] };

describe.skipIf(chromiumPath === undefined)("axe-core", () => {
  let node: StartedNode;
  let opened: Visit;

  beforeAll(async () => {
    node = await startNode({ "index-enabled": "true" });
    opened = await visit(node.url);
    await opened.page.evaluate(axe);
  });

  afterAll(async () => {
    await opened?.close();
    await node?.stop();
  });

  test.each([
    ["light", 1440],
    ["dark", 1440],
    ["light", 390],
    ["dark", 390],
  ] as const)("finds nothing serious in %s mode at %d px", async (colorScheme, width) => {
    const { page } = opened;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const found: (readonly [string, Finding])[] = [];
    for (const [fragment, complete] of pages) {
      await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
      await page.locator(complete).first().waitFor();
      found.push(...(await findings(page, colorScheme)).map((each) => [fragment, each] as const));
    }
    expect(found).toEqual([]);
  });
});

// Only the rules about colors have different results in dark mode.
const rulesOf = { light: undefined, dark: ["color-contrast", "link-in-text-block"] } as const;

/** The serious and critical findings on what is in view: the reference repeats a few forms a hundred times. */
async function findings(
  page: Visit["page"],
  colorScheme: keyof typeof rulesOf,
): Promise<readonly Finding[]> {
  const runOnly = rulesOf[colorScheme];
  const options = JSON.stringify({ resultTypes: ["violations"], runOnly });
  return page.evaluate<Finding[]>(`(async () => {
    const inView = [...document.querySelectorAll("main .entry")].filter((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return bottom > -200 && top < innerHeight + 1200;
    });
    const rest = [...document.querySelectorAll("header, nav, .introduction, .explorer, .guide")];
    const include = [...inView, ...rest].filter((each) => each.isConnected);
    const { violations } = await axe.run({ include }, ${options});
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 160) + failureSummary) }));
  })()`);
}
