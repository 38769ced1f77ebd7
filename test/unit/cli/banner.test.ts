import { expect, test } from "vitest";
import { banner } from "../../../src/cli/banner.ts";
import { startNode } from "../../../src/index.ts";

test("the banner has all that a person begins with", async () => {
  await using node = await startNode({ timestamp: new Date("2026-11-21T00:00:00Z") });
  const lines = banner({ ...node.info, url: "http://127.0.0.1:9650" }).split("\n");
  expect(lines).toContain("  Couloir, network local (12345), height 0");
  expect(lines).toContain("  URL        http://127.0.0.1:9650");
  expect(lines).toContain(`  Docs       ${node.url}/docs`);
  expect(lines).toContain("  Data       in memory, lost at exit");
  expect(lines).toContain("  P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u  30,000,000 AVAX");
  expect(lines).toContain(
    "  C 0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc  50,000,000 AVAX at genesis",
  );
  expect(lines.filter((line) => line.startsWith("  P-local"))).toHaveLength(10);
  expect(lines.filter((line) => line.endsWith(" at genesis"))).toHaveLength(2);
  expect(lines).toContain("    PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN");
  expect(lines).toContain(
    "  NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg  2,000,000 AVAX, 2026-10-03 to 2027-10-03",
  );
});

test("the banner shows ten of many accounts, and what is less than an AVAX", async () => {
  await using node = await startNode({ accounts: 13 });
  const { accounts } = node.info;
  const [first, ...rest] = accounts;
  const poor = { ...first!, P: { ...first!.P, balance: "1500000000" } };
  const text = banner({ ...node.info, accounts: [poor, ...rest], stateFile: "/tmp/a.state" });
  expect(text).toContain("  1.5 AVAX\n");
  expect(text).toContain("and 3 more accounts: --json lists all");
  expect(text).toContain("in memory, saved at exit to /tmp/a.state");
  expect(banner({ ...node.info, accounts: [] })).not.toContain("Validators");
  expect(banner({ ...node.info, validators: [] })).toContain("all staking periods have ended");
});
