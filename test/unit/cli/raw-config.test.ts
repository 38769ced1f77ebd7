import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { knownFlags } from "../../../src/cli/accepted-flags.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import { removedFlags } from "../../../src/cli/removed-flags.ts";

const environment = { HOME: "/home/someone" };

function file(name: string, text: string | Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), "couloir-config-")), name);
  writeFileSync(path, text);
  return path;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** Not a config file. */
const yaml = ["--config-file-content-type=yaml"];
/** Nine levels of nine: as few bytes as this would become 387 million values. */
const aliasesOfAliases = [..."abcdefghi"]
  .map(
    (name, i, names) => `${name}: &${name} [${Array(9).fill(i === 0 ? "x" : `*${names[i - 1]}`)}]`,
  )
  .join("\n");
const utf16 = file("utf-16.json", Buffer.from('\uFEFF{"http-port": 1}', "utf16le"));
const thisFile = fileURLToPath(import.meta.url);

describe("readRawConfig", () => {
  it("has a default for everything", async () => {
    const raw = await readRawConfig([], environment);
    expect(raw.get("http-port")).toBe(9650);
    expect(raw.get("data-dir")).toBe("/home/someone/.couloir");
    expect(raw.get("db-dir")).toBe("/home/someone/.couloir/db");
    expect(raw.isSet("http-port")).toBe(false);
  });

  it("puts the command line over the environment over the file over the default", async () => {
    const path = file(
      "c.json",
      '{"http-port":1,"http-host":"a","staking-port":1,"log-level":"warn"}',
    );
    const raw = await readRawConfig(["--http-port=3", "--config-file", path], {
      ...environment,
      AVAGO_HTTP_PORT: "2",
      AVAGO_HTTP_HOST: "b",
    });
    expect(raw.get("http-port")).toBe(3);
    expect(raw.get("http-host")).toBe("b");
    expect(raw.get("staking-port")).toBe(1);
    expect(raw.get("log-level")).toBe("warn");
    expect(raw.isSet("staking-port")).toBe(true);
  });

  it("takes the config file's name from the environment", async () => {
    const path = file("c.json", '{"http-port":"7"}');
    const raw = await readRawConfig([], { ...environment, AVAGO_CONFIG_FILE: path });
    expect(raw.get("http-port")).toBe(7);
  });

  it("does not take an empty variable for a value", async () => {
    const raw = await readRawConfig([], { ...environment, AVAGO_HTTP_HOST: "" });
    expect(raw.get("http-host")).toBe("127.0.0.1");
  });

  it("reads strings, numbers, booleans and lists of a JSON file, exactly, in any letter case", async () => {
    const path = file(
      "flags.json",
      '{"HTTP-Port":"42085","Staking-Port":0,"stake-supply-cap":18446744073709551615,"index-enabled":false,"http-allowed-hosts":["a","b"],"health-check-frequency":"2s","network-id":"88888","log-display-level":"OFF"}',
    );
    const raw = await readRawConfig(["--config-file", path], environment);
    expect(raw.get("http-port")).toBe(42085);
    expect(raw.get("staking-port")).toBe(0);
    expect(raw.get("stake-supply-cap")).toBe(18446744073709551615n);
    expect(raw.get("index-enabled")).toBe(false);
    expect(raw.get("http-allowed-hosts")).toEqual(["a", "b"]);
    expect(raw.get("health-check-frequency")).toBe(2_000_000_000n);
    expect(raw.get("log-display-level")).toBe("OFF");
  });

  it("reads YAML by its name and as content, and content before the file", async () => {
    const path = file("c.yml", "http-port: 1\n");
    const byName = await readRawConfig(["--config-file", path], environment);
    expect(byName.get("http-port")).toBe(1);
    const content = base64("http-port: 2\nstake-supply-cap: 720000000000000001\n");
    const raw = await readRawConfig(
      ["--config-file", path, "--config-file-content", content, "--config-file-content-type=yaml"],
      environment,
    );
    expect(raw.get("http-port")).toBe(2);
    expect(raw.get("stake-supply-cap")).toBe(720000000000000001n);
  });

  it("reads a file with a byte order mark", async () => {
    for (const [name, text] of [
      ["c.json", '{"http-port": 1}'],
      ["c.yml", "http-port: 1"],
      ["c.toml", "http-port = 1"],
      ["c", '{"http-port": 1}'],
    ] as const) {
      const raw = await readRawConfig(["--config-file", file(name, `\uFEFF${text}`)], environment);
      expect(raw.get("http-port")).toBe(1);
    }
  });

  it("waits for what is written to a named pipe", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "couloir-config-")), "pipe.json");
    execFileSync("mkfifo", [path]);
    const reading = readRawConfig(["--config-file", path], environment);
    await writeFile(path, '{"http-port": 1}');
    expect((await reading).get("http-port")).toBe(1);
  });

  it("reads TOML by its name and as content", async () => {
    const text =
      'http-port = 1\nstake-supply-cap = 720000000000000001\nindex-enabled = false\nhttp-allowed-hosts = ["a", "b"]\nlog-level = "warn" # a comment\n';
    const path = file("c.toml", text);
    for (const args of [
      ["--config-file", path],
      [`--config-file-content=${base64(text)}`, "--config-file-content-type=toml"],
    ]) {
      const raw = await readRawConfig(args, environment);
      expect(raw.get("http-port")).toBe(1);
      expect(raw.get("stake-supply-cap")).toBe(720000000000000001n);
      expect(raw.get("index-enabled")).toBe(false);
      expect(raw.get("http-allowed-hosts")).toEqual(["a", "b"]);
      expect(raw.get("log-level")).toBe("warn");
    }
  });

  it.each(["", "# http-port: 1\n"])("sets nothing by YAML without keys: %j", async (text) => {
    const raw = await readRawConfig(["--config-file", file("c.yaml", text)], environment);
    expect(raw.isSet("http-port")).toBe(false);
  });

  it("refuses YAML with an alias that has no anchor, and names the file", async () => {
    const path = file("c.yaml", "http-allowed-hosts: *x\n");
    await expect(readRawConfig(["--config-file", path], environment)).rejects.toThrow(
      `unable to parse the config file ${path}: Unresolved alias`,
    );
  });

  it.each([
    ["--data-dir=~/x", "invalid argument for --data-dir: ~ is not expanded here: write $HOME/x or"],
    ["--state=~", "invalid argument for --state: ~ is not expanded here: write $HOME or"],
    ["--data-dir=", 'invalid argument for --data-dir: expected the path of a directory, got ""'],
    ["--log-dir=", 'invalid argument for --log-dir: expected the path of a directory, got ""'],
  ])("refuses the path of %s, which would be another place than meant", async (flag, message) => {
    await expect(readRawConfig([flag], environment)).rejects.toThrow(message);
  });

  it("accepts a name that begins with ~, and any path of a flag without effect", async () => {
    const raw = await readRawConfig(["--data-dir=./~", "--plugin-dir=~/plugins"], environment);
    expect(raw.get("data-dir")).toMatch(/\/~$/);
  });

  it("reads a duration without a unit as nanoseconds outside the command line, and says so", async () => {
    const raw = await readRawConfig(
      [`--config-file-content=${base64('{"http-read-timeout":7,"http-idle-timeout":0}')}`],
      { ...environment, AVAGO_HEALTH_CHECK_FREQUENCY: "5" },
    );
    expect(raw.get("health-check-frequency")).toBe(5n);
    expect(raw.get("http-read-timeout")).toBe(7n);
    expect(raw.warnings).toEqual([
      "AVAGO_HEALTH_CHECK_FREQUENCY has no unit: 5 are nanoseconds; write 5s for seconds",
      "http-read-timeout in the config file has no unit: 7 are nanoseconds; write 7s for seconds",
    ]);
    const zero = await readRawConfig(["--http-shutdown-wait", "0"], environment);
    expect(zero.get("http-shutdown-wait")).toBe(0n);
  });

  const fileOf = (content: object) => [`--config-file-content=${base64(JSON.stringify(content))}`];

  it("warns of names that are not flags", async () => {
    const raw = await readRawConfig(fileOf({ zzz: 2, "my-own-setting": true }), {
      ...environment,
      AVAGO_BINARY_PATH: "x",
      AVALANCHEGO_PATH: "x",
      AVAGO_EMPTY: "",
    });
    expect(raw.warnings).toEqual([
      "the environment gives AVAGO_BINARY_PATH, which is not a flag",
      "the config file gives zzz, which is not a flag",
      "the config file gives my-own-setting, which is not a flag",
    ]);
  });

  it("rejects names that are one or two letters from a flag", async () => {
    for (const [name, flag] of [
      ["http-prot", "http-port"],
      ["http_port", "http-port"],
      ["data-dirr", "data-dir"],
      ["index-enable", "index-enabled"],
    ] as const) {
      await expect(readRawConfig(fileOf({ [name]: "1" }), environment)).rejects.toThrow(
        `the config file gives ${name}, which is not a flag: did you mean ${flag}?`,
      );
    }
    await expect(readRawConfig([], { ...environment, AVAGO_HTTP_PROT: "1" })).rejects.toThrow(
      "the environment gives AVAGO_HTTP_PROT, which is not a flag: did you mean AVAGO_HTTP_PORT?",
    );
  });

  it("names the successors of flags that AvalancheGo no longer has", async () => {
    const raw = await readRawConfig(
      fileOf({ "staking-enabled": true, "api-ipcs-enabled": true, "dynamic-public-ip": "opendns" }),
      { ...environment, AVAGO_WHITELISTED_SUBNETS: "x" },
    );
    expect(raw.warnings).toEqual([
      "the environment gives AVAGO_WHITELISTED_SUBNETS, which AvalancheGo had until v1.9.9: use AVAGO_TRACK_SUBNETS instead",
      "the config file gives staking-enabled, which AvalancheGo had until v1.10.5: use sybil-protection-enabled instead",
      "the config file gives api-ipcs-enabled, which AvalancheGo had until v1.11.1: /ext/events streams accepted blocks and transactions",
      "the config file gives dynamic-public-ip, which AvalancheGo had until v1.9.0: use public-ip-resolution-service instead",
    ]);
    await expect(readRawConfig(["--snow-rogue-commit-threshold=1"], environment)).rejects.toThrow(
      "unknown flag: --snow-rogue-commit-threshold, which AvalancheGo had until v1.11.4: use --snow-commit-threshold instead",
    );
    await expect(
      readRawConfig(fileOf({ "staking-rpc-signer-endpoint": "x" }), environment),
    ).rejects.toThrow("Use staking-signer-key-file");
  });

  it("knows every successor, and no removed name as a flag", () => {
    for (const [name, { successor }] of removedFlags) {
      expect(knownFlags.has(name), name).toBe(false);
      if (successor !== undefined) expect(knownFlags.has(successor), successor).toBe(true);
    }
  });

  it("reports flags that have no effect", async () => {
    const raw = await readRawConfig(["--network-ping-timeout=30s", "--public"], environment);
    expect(raw.accepted).toEqual([
      { name: "network-ping-timeout", reason: "connections to peers have fixed limits" },
    ]);
  });

  it("expands variables and the data directory in paths, whichever source gives it", async () => {
    const raw = await readRawConfig(
      [
        "--data-dir",
        "$HOME/d",
        "--genesis-file",
        `$\{AVALANCHEGO_DATA_DIR}/g.json`,
        "--db-dir=rel",
      ],
      environment,
    );
    expect(raw.get("genesis-file")).toBe("/home/someone/d/g.json");
    expect(raw.get("process-context-file")).toBe("/home/someone/d/process.json");
    expect(raw.get("db-dir")).toBe(join(process.cwd(), "rel"));
  });

  it.each([
    [["--http-port=x"], {}, 'invalid argument for --http-port: expected a whole number, got "x"'],
    [[], { AVAGO_HTTP_PORT: "x" }, 'AVAGO_HTTP_PORT: expected a whole number, got "x"'],
    [
      ["--network-ping-timeout=x"],
      {},
      "invalid argument for --network-ping-timeout: expected a dur",
    ],
    [
      ["--api-profile=x"],
      {},
      'invalid argument for --api-profile: expected spec, avalanchego, avalanchego-1.12, got "x"',
    ],
    [["--log-level=loud"], {}, "invalid argument for --log-level: expected verbo, debug, trace"],
    [["--config-file=/nowhere.json"], {}, "unable to read the config file /nowhere.json: ENOENT"],
    [[`--config-file=${tmpdir()}`], {}, `the config file ${tmpdir()}: it is a directory`],
    [["--config-file", utf16], {}, `the config file ${utf16}: it is not UTF-8 text`],
    [
      [`--config-file-content=${base64('{"HTTP":{"name":"x","Port":1}}')}`],
      {},
      "the config file gives Port inside HTTP, which is not a flag: did you mean http-port?",
    ],
    [[`--config-file=${thisFile}`], {}, `unable to parse the config file ${thisFile}: `],
    [[`--config-file-content=${base64("{")}`], {}, "unable to parse the config file: "],
    [[`--config-file-content=${base64("[]")}`], {}, "the config file must be an object of flags"],
    [
      [`--config-file-content=${base64('{"http-port":-1}')}`],
      {},
      "http-port in the config file: expected at least 0, got -1",
    ],
    [
      [`--config-file-content=${base64("a: [")}`, "--config-file-content-type=yaml"],
      {},
      "unable to parse the config file: ",
    ],
    [
      [`--config-file-content=${base64("a = ")}`, "--config-file-content-type=toml"],
      {},
      "unable to parse the config file: Invalid TOML document: ",
    ],
    [
      [
        `--config-file-content=${base64("http-port = 1979-05-27")}`,
        "--config-file-content-type=toml",
      ],
      {},
      "http-port in the config file must be a string, number, boolean or list",
    ],
    [
      [`--config-file-content=${base64("http-port: *p")}`, ...yaml],
      {},
      "unable to parse the config file: Unresolved alias",
    ],
    [
      [`--config-file-content=${base64("http-port: &p [*p, *p]")}`, ...yaml],
      {},
      "http-port in the config file must be a string, number, boolean or list",
    ],
    [
      [`--config-file-content=${base64(aliasesOfAliases)}`, ...yaml],
      {},
      "unable to parse the config file: Excessive alias count",
    ],
    [
      [`--config-file-content=${base64(`{"http-port":${"[".repeat(5000)}${"]".repeat(5000)}}`)}`],
      {},
      "http-port in the config file must be a string, number, boolean or list",
    ],
    [
      ["--health-check-frequency", "5"],
      {},
      'invalid argument for --health-check-frequency: expected a duration with its unit like 30s, 1m30s or 100ms, got "5": write --health-check-frequency=5s',
    ],
  ])("refuses %j with %j", async (args, variables, message) => {
    await expect(readRawConfig(args, { ...environment, ...variables })).rejects.toThrow(message);
  });
});
