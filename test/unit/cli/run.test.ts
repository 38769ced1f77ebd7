import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { run } from "../../../src/cli/run.ts";

async function couloir(args: string[], columns?: number) {
  let out = "";
  let err = "";
  const exitCode = await run(args, {
    environment: { HOME: "/h" },
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    columns,
  });
  return { exitCode, out, err };
}

describe("run", () => {
  it("prints its version as a line or as JSON, but not both", async () => {
    const line = await couloir(["--version"]);
    expect(line.exitCode).toBe(0);
    expect(line.out).toMatch(
      /^couloir\/\d+\.\d+\.\d+ \[database=v1\.4\.5, rpcchainvm=38, .*node=.*\]\n$/,
    );
    const json = await couloir(["--version-json"]);
    expect(JSON.parse(json.out)).toMatchObject({ rpcchainvm: 38, database: "v1.4.5" });
    expect(await couloir(["--version", "--version-json"])).toEqual({
      exitCode: 1,
      out: "",
      err: "can't print both JSON and human readable versions\n",
    });
  });

  it.each([
    ["avalanchego", "local", "1.15.0", 46],
    ["avalanchego", "fuji", "1.15.0", 46],
    ["avalanchego", "mainnet", "1.15.0", 46],
    ["avalanchego-1.12", "mainnet", "1.12.1", 38],
  ])(
    "has AvalancheGo's name and number in profile %s on %s, which launchers compare",
    async (profile, network, number, rpcchainvm) => {
      const flags = [`--api-profile=${profile}`, `--network-id=${network}`];
      const line = await couloir(["--version", ...flags]);
      expect(line.out).toContain(
        `avalanchego/${number} [database=v1.4.5, rpcchainvm=${rpcchainvm}, `,
      );
      const json = await couloir(["--version-json", ...flags]);
      expect(JSON.parse(json.out)).toMatchObject({
        application: `avalanchego/${number}`,
        rpcchainvm,
      });
    },
  );

  it("rejects a network that does not exist, also for the version", async () => {
    const { exitCode, err } = await couloir(["--version", "--network-id=nowhere"]);
    expect([exitCode, err]).toEqual([1, expect.stringContaining("couldn't load node config")]);
  });

  it.each([60, 80, 100, 200])("prints help for %d columns", async (columns) => {
    const { exitCode, out } = await couloir(["serve", "--help-all"], columns);
    expect(exitCode).toBe(0);
    const longest = Math.max(
      ...out
        .split("\n")
        .filter((l) => !/^ *\S+( <[^>]+>)?$/.test(l))
        .map((l) => l.length),
    );
    expect(longest).toBeLessThanOrEqual(Math.min(Math.max(columns, 96), 120));
    expect(out).toContain("--http-port <port>");
    expect(out).toContain("--snow-sample-size");
  });

  it("prints the flags that most users need on two screens, after four examples", async () => {
    const { out } = await couloir(["--help"], 100);
    expect(out.split("\n").length).toBeLessThanOrEqual(78);
    expect(out.indexOf("Examples")).toBeLessThan(out.indexOf("Commands"));
    expect(out.match(/^ {2}couloir --/gm)).toHaveLength(4);
    expect(out).not.toContain("--snow-sample-size");
    for (const args of [["help"], ["-h"], ["serve", "-h"]]) {
      expect(await couloir(args, 100)).toEqual({ exitCode: 0, out, err: "" });
    }
    const replay = await couloir(["replay", "--help"], 100);
    expect(await couloir(["help", "replay"], 100)).toEqual(replay);
    for (const word of ["-V", "-v", "version"]) {
      expect(await couloir([word])).toEqual(await couloir(["--version"]));
    }
  });

  it("refuses flags that contradict each other, and a folder that does not exist", async () => {
    expect((await couloir(["--ephemeral", "--data-dir=/h/x"])).err).toContain(
      "--ephemeral keeps everything in memory and does not use --data-dir",
    );
    expect((await couloir(["--state=a.state", "--data-dir=/h/x"])).err).toContain(
      "--state keeps everything in memory and does not use --data-dir",
    );
    expect((await couloir(["--network-id=fuij"])).err).toContain("(did you mean fuji?)");
    expect((await couloir(["--state=/h/nowhere/chain.state", "--quiet"])).err).toContain(
      "the folder /h/nowhere does not exist",
    );
    const digest = await couloir(["digest", "--data-dir=/h/nowhere"]);
    expect(digest.exitCode).toBe(1);
    expect(digest.err).toContain("there is no chain of network local at /h/nowhere");
  });

  it("reports that the port of a mock is in use as that of a node", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { exitCode, err } = await couloir(["mock", `--http-port=${port}`]);
    other.close();
    expect({ exitCode, err }).toEqual({
      exitCode: 3,
      err: `couldn't start the mock: couldn't listen on 127.0.0.1:${port}: another process is listening there. Stop it, or choose another --http-port; 0 picks a free one.\n`,
    });
  });

  it.each(["genesis", "mock", "replay", "index", "digest"])(
    "prints the help of %s alone",
    async (name) => {
      for (const args of [
        [name, "--help"],
        [name, "-h"],
        [name, "--nonsense", "--help"],
      ]) {
        const { exitCode, out, err } = await couloir(args, 80);
        expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
        expect(out).toMatch(new RegExp(`^Usage: couloir ${name} `));
        expect(out).not.toContain("--snow-sample-size");
      }
    },
  );

  it("suggests the nearest command", async () => {
    const { exitCode, err } = await couloir(["genesys"]);
    expect(exitCode).toBe(1);
    expect(err).toContain("unknown command: genesys (did you mean genesis?)");
    expect((await couloir(["hlep"])).err).toContain("unknown command: hlep (did you mean help?)");
    expect((await couloir(["--block-production=atuo"])).err).toContain(
      'expected auto, manual, got "atuo" (did you mean auto?)',
    );
  });

  it("uses AvalancheGo's words for flags that cannot be read and values that do not fit", async () => {
    expect((await couloir(["--nope"])).err).toBe(
      "couldn't configure flags: unknown flag: --nope\n",
    );
    expect((await couloir(["--network-id=x"])).err).toBe(
      'couldn\'t load node config: failed to parse network name: "x"\n',
    );
  });
});
