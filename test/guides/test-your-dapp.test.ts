import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const page = readFileSync(new URL("../../docs/guides/test-your-dapp.md", import.meta.url), "utf8");
const snippets = [...page.matchAll(/^```js snippet\n([\s\S]*?)^```$/gm)].map(([, code]) => code!);
const folder = new URL("../../dist/guides/", import.meta.url);

it("the snippets of the guide run in order, and do what it says", {
  timeout: 150_000,
}, async () => {
  expect(snippets.length).toBeGreaterThan(9);
  const file = fileURLToPath(new URL(`test-your-dapp-${process.pid}.js`, folder));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${snippets.join("\n")}\nexport { rewards, l1, chainID };\n`);
  try {
    const { rewards, l1, chainID } = await import(/* @vite-ignore */ file);
    expect(rewards).toMatchObject({ numFetched: 1n });
    expect(l1).toMatchObject({ isPermissioned: false, managerChainID: chainID });
  } finally {
    rmSync(file);
  }
});
