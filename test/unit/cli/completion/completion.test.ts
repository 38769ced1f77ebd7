import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandSummaries } from "../../../../src/cli/command-help.ts";
import { bashCompletion } from "../../../../src/cli/completion/bash.ts";
import { completedCommands } from "../../../../src/cli/completion/completed-command.ts";
import { fishCompletion } from "../../../../src/cli/completion/fish.ts";
import { zshCompletion } from "../../../../src/cli/completion/zsh.ts";
import { flags } from "../../../../src/cli/flags.ts";

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
const missing = Object.keys(scripts).filter((shell) => !runs(shell, "-c", "true"));
if (missing.length > 0) console.log(`not tested, as it is not installed: ${missing.join(", ")}`);
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "couloir-completion-"));
  for (const [shell, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, shell), script());
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

test("every command and every flag of a node is known", () => {
  expect(completedCommands.map(({ name }) => name)).toEqual(Object.keys(commandSummaries));
  const names = Object.keys(flags).map((name) => `--${name}`);
  expect(completedCommands[0]!.flags.map(({ name }) => name)).toEqual(names);
});

describe.each(Object.keys(scripts))("the script for %s", (shell) => {
  test.skipIf(missing.includes(shell))("is read by the shell", () => {
    expect(runs(shell, "-n", join(folder, shell))).toBe(true);
  });

  test("has every command and flag", () => {
    const script = scripts[shell as keyof typeof scripts]();
    for (const { name, flags: own } of completedCommands) {
      expect(script).toContain(name);
      for (const flag of own) expect(script).toContain(flag.name.replace(/^--/, ""));
    }
  });
});

describe.skipIf(missing.includes("bash"))("bash offers", () => {
  test.each([
    ["couloir ge", ["genesis"]],
    ["couloir index ", ["export", "import", "verify"]],
    ["couloir index v", ["verify"]],
    ["couloir completion ", ["bash", "fish", "zsh"]],
    ["couloir --network-i", ["--network-id"]],
    ["couloir --network-id ", ["fuji", "local", "mainnet"]],
    ["couloir --network-id = f", ["fuji"]],
    ["couloir --network-id =", ["fuji", "local", "mainnet"]],
    ["couloir --public =", ["false", "true"]],
    ["couloir --public --api-prof", ["--api-profile"]],
    ["couloir --http-port ", []],
    ["couloir mock --api-profile a", ["avalanchego"]],
    ["couloir replay --tr", ["--trusted"]],
    ["couloir nothing --", []],
  ])("after %j: %j", (line, expected) => {
    const words = line.split(" ");
    const script = [
      `source ${join(folder, "bash")}`,
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})`,
      `COMP_CWORD=${words.length - 1}`,
      "_couloir",
      `printf '%s\\n' "\${COMPREPLY[@]}"`,
    ].join("\n");
    expect(lines(execFileSync("bash", ["-c", script]))).toEqual(expected);
  });
});

describe.skipIf(missing.includes("fish"))("fish offers", () => {
  test.each([
    ["couloir ge", ["genesis"]],
    ["couloir index ", ["export", "import", "verify"]],
    ["couloir --network-id=f", ["--network-id=fuji"]],
    ["couloir mock --api-profile ", ["avalanchego", "spec"]],
    ["couloir replay --tr", ["--trusted"]],
  ])("after %j: %j", (line, expected) => {
    const script = `source ${join(folder, "fish")}; complete -C '${line}'`;
    const offered = lines(execFileSync("fish", ["--no-config", "-c", script], { cwd: folder }));
    const words = offered.map((each) => each.split("\t")[0]!);
    expect(words.filter((word) => !["bash", "zsh", "fish"].includes(word))).toEqual(expected);
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
