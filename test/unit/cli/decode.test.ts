import { spawnSync } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../../../src/cli/run.ts";
import { formatHex } from "../../../src/formats/hex.ts";
import { makeTx } from "../../../src/pchain/txs/tx.ts";
import { sampleTxs } from "../../support/sample-txs.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

function couloir(args: readonly string[], input = "") {
  const program = ["bin/couloir", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, {
    cwd: root,
    encoding: "utf8",
    input,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}

const tx = formatHex(makeTx(sampleTxs.BaseTx, []).bytes);

test("decode prints a transaction, from the argument or standard input, and encode restores it", () => {
  const decoded = couloir(["decode", tx, "--as", "transaction"]);
  expect(decoded.status).toBe(0);
  expect(JSON.parse(decoded.stdout)).toMatchObject([
    { type: "transaction", kind: "BaseTx", encoding: "hexnc", id: expect.any(String) },
  ]);
  expect(couloir(["decode", "--as=transaction", "-"], `${tx}\n`)).toEqual(decoded);
  expect(couloir(["encode"], decoded.stdout)).toEqual({ status: 0, stdout: `${tx}\n`, stderr: "" });
  const base64 = couloir(["encode", "--encoding", "base64", "-"], decoded.stdout).stdout;
  expect(JSON.parse(couloir(["decode", base64.trim()]).stdout)).toMatchObject([
    { type: "transaction", encoding: "base64" },
  ]);
});

test.each([
  [["decode", "zz"], "the input is not any of transaction, "],
  [["decode", tx, "--as", "block"], "the input is not block: "],
  [["decode", tx, "--as", "transction"], "unknown type: transction (did you mean transaction?)"],
  [["decode", tx, tx], "decode takes one argument"],
  [["decode", "--az"], "unknown flag: --az (did you mean --as?); the flags are --as, --network-id"],
  [["encode", "--encodng=cb58"], "unknown flag: --encodng (did you mean --encoding?)"],
  [["encode", "{"], "the input is not JSON that decode printed: "],
  [["encode", '[{"type":"id"}]'], "value is missing"],
  [["encode", "[]"], "expected one reading but got 0"],
  [["encode", "--encoding", "hexx", "{}"], "unknown encoding: hexx (did you mean hexc?)"],
])("%j fails with exit code 1 and says why", async (args, message) => {
  const written = { out: "", err: "" };
  const exitCode = await run(args, {
    environment: {},
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    columns: undefined,
  });
  expect([exitCode, written.out]).toEqual([1, ""]);
  expect(written.err).toContain(message);
});

test.skipIf(!existsSync("/dev/full"))(
  "output that cannot be written ends a command with a reason",
  () => {
    const stdio = ["ignore", openSync("/dev/full", "w"), "pipe"] as const;
    const args = ["bin/couloir", "decode", tx];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      encoding: "utf8",
      stdio: [...stdio],
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^couldn't write the output: ENOSPC: [^\n]*\n$/);
  },
);
