import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandSummaries } from "../../../../src/cli/command-help.ts";
import { completedCommands } from "../../../../src/cli/completion/completed-command.ts";
import { offersFor } from "../../../../src/cli/completion/offers.ts";
import { flags } from "../../../../src/cli/flags.ts";
import { run } from "../../../../src/cli/run.ts";

const shells = ["bash", "zsh", "fish"];
const missing = shells.filter((shell) => !runs(shell, "-c", "true"));
if (missing.length > 0) console.log(`not tested, as it is not installed: ${missing.join(", ")}`);
const root = fileURLToPath(new URL("../../../../", import.meta.url));
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "couloir-completion-"));
  for (const shell of shells) {
    writeFileSync(join(folder, shell), (await couloir(["completion", shell])).output);
  }
  const program = join(folder, "couloir");
  const main = `"${process.execPath}" bin/couloir`;
  writeFileSync(program, `#!/bin/sh\ncd "${root}" && exec ${main} "$@"\n`);
  chmodSync(program, 0o755);
});

afterAll(() => rmSync(folder, { recursive: true }));

async function couloir(args: readonly string[], environment: Record<string, string> = {}) {
  const output: string[] = [];
  const write = (text: string) => void output.push(text);
  const terminal = { environment, out: write, err: write, columns: undefined };
  const exitCode = await run(args, terminal);
  return { exitCode, output: output.join("") };
}

test("every command and every flag of a node is known", () => {
  expect(completedCommands.map(({ name }) => name)).toEqual(Object.keys(commandSummaries));
  const names = Object.keys(flags).map((name) => `--${name}`);
  expect(completedCommands[0]!.flags.map(({ name }) => name)).toEqual(names);
});

test.each([
  ["couloir ge", ["genesis"]],
  ["couloir ", Object.keys(commandSummaries)],
  ["couloir index ", ["import", "export", "verify"]],
  ["couloir index v", ["verify"]],
  ["couloir completion ", ["bash", "zsh", "fish"]],
  ["couloir --network-i", ["--network-id"]],
  ["couloir --network-id ", ["local", "fuji", "mainnet"]],
  ["couloir --network-id=f", ["--network-id=fuji"]],
  ["couloir --network-id = f", ["--network-id=fuji"]],
  ["couloir --network-id =", ["local", "fuji", "mainnet"].map((id) => `--network-id=${id}`)],
  ["couloir --public=", ["--public=true", "--public=false"]],
  ["couloir --public --api-prof", ["--api-profile"]],
  ["couloir --http-port ", []],
  ["couloir mock --api-profile a", ["avalanchego", "avalanchego-1.12"]],
  ["couloir replay --tr", ["--trusted"]],
  ["couloir nothing --", []],
])("after %j come %j", (line, expected) => {
  const offers = offersFor(line.split(" "));
  if (offers === "files") throw new Error("files are offered");
  expect(offers.map(({ word }) => word)).toEqual(expected);
});

test.each(["couloir replay ", "couloir --genesis-file ", "couloir index export "])(
  "after %j come files",
  (line) => expect(offersFor(line.split(" "))).toBe("files"),
);

test.each([
  ["bash", "--network-id=f", "fuji\n"],
  ["zsh", "--network-id=f", "--network-id=fuji:\n"],
  ["fish", "--network-id=f", "--network-id=fuji\t\n"],
  ["zsh", "ge", `genesis:${commandSummaries.genesis}\n`],
  ["fish", "ge", `genesis\t${commandSummaries.genesis}\n`],
  ["bash", "--genesis-file=", "__tabtab_complete_files__\n"],
])("the script of %s gets its own form of %j", async (SHELL, word, expected) => {
  const line = `couloir ${word}`;
  const environment = {
    SHELL,
    COMP_CWORD: SHELL === "fish" ? "2" : "1",
    COMP_LINE: `${line} `,
    COMP_POINT: `${line.length}`,
  };
  const { output } = await couloir(["completion-server", "--", "couloir", word], environment);
  expect(output).toBe(expected);
});

test("fish leaves out an empty word", async () => {
  const line = "couloir index ";
  const environment = {
    SHELL: "fish",
    COMP_CWORD: "2",
    COMP_LINE: line,
    COMP_POINT: `${line.length}`,
  };
  const { output } = await couloir(["completion-server", "--", "couloir", "index"], environment);
  expect(output.split("\n").map((each) => each.split("\t")[0])).toContain("verify");
});

test("rejects an unknown shell", async () => {
  const message = "completion needs the name of a shell: bash, zsh, fish\n";
  expect(await couloir(["completion", "tcsh"])).toEqual({ exitCode: 1, output: message });
  expect(await couloir(["completion", "bash", "zsh"])).toEqual({ exitCode: 1, output: message });
});

describe.each(shells)("the script for %s", (shell) => {
  test.skipIf(missing.includes(shell))("is read by the shell", () => {
    expect(runs(shell, "-n", join(folder, shell))).toBe(true);
  });
});

describe.skipIf(missing.includes("bash"))("bash offers", () => {
  test.each([
    ["couloir ge", ["genesis"]],
    ["couloir --network-id =", ["fuji", "local", "mainnet"]],
    ["couloir mock --api-profile a", ["avalanchego", "avalanchego-1.12"]],
  ])("after %j: %j", { timeout: 60_000 }, (line, expected) => {
    const words = line.split(" ");
    const script = [
      `source ${join(folder, "bash")}`,
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})`,
      `COMP_CWORD=${words.length - 1}`,
      "_couloir_completion",
      `printf '%s\\n' "\${COMPREPLY[@]}"`,
    ].join("\n");
    const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
    expect(lines(execFileSync("bash", ["-c", script], { env }))).toEqual(expected);
  });
});

describe.skipIf(missing.includes("fish"))("fish offers", () => {
  test.each([
    ["couloir ge", ["genesis"]],
    ["couloir index ", ["export", "import", "verify"]],
    ["couloir --network-id=f", ["--network-id=fuji"]],
    ["couloir mock --api-profile ", ["avalanchego", "avalanchego-1.12", "spec"]],
  ])("after %j: %j", { timeout: 60_000 }, (line, expected) => {
    const script = `source ${join(folder, "fish")}; complete -C '${line}'`;
    const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
    const offered = lines(execFileSync("fish", ["--no-config", "-c", script], { env }));
    expect(offered.map((each) => each.split("\t")[0]!)).toEqual(expected);
  });
});

function lines(output: Buffer): string[] {
  return output
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .sort();
}

function runs(shell: string, ...args: readonly string[]): boolean {
  return spawnSync(shell, args).status === 0;
}
