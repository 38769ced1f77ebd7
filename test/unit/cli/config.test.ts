import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import { local } from "../../../src/networks/local.ts";

async function configOf(...args: string[]) {
  return nodeConfig(await readRawConfig(args, { HOME: "/h" }));
}

describe("nodeConfig", () => {
  it("is a local dev node without flags", async () => {
    const config = await configOf();
    expect(config.networkID).toBe(12345);
    expect(config.http).toMatchObject({ host: "127.0.0.1", port: 9650, tls: undefined });
    expect(config.apis).toEqual({
      profile: "spec",
      public: false,
      info: true,
      health: true,
      keystore: true,
      metrics: true,
      events: true,
      data: true,
      mesh: true,
      mcp: true,
      mcpWrites: false,
      dev: true,
    });
    expect(config.index).toEqual({ enabled: true, allowIncomplete: false });
    expect(config.health.frequencyMs).toBe(30_000);
    expect(config.log).toMatchObject({ level: "info", displayLevel: "info", format: "auto" });
    expect(config.notices).toEqual([]);
  });

  it("has fewer connections with TLS, unless a number is given", async () => {
    const limitOf = async (...args: string[]) => (await configOf(...args)).http.connectionLimit;
    const withTls = ["--http-tls-enabled", "--http-tls-key-file=k", "--http-tls-cert-file=c"];
    expect(await limitOf()).toBe(12_000);
    expect(await limitOf(...withTls)).toBe(3_000);
    expect(await limitOf(...withTls, "--http-connection-limit=9000")).toBe(9_000);
  });

  it("warns of a TLS file without TLS", async () => {
    const noticesOf = async (...args: string[]) => (await configOf(...args)).notices;
    expect(await noticesOf("--http-tls-cert-file=c")).toEqual([
      { level: "warn", message: expect.stringContaining("add --http-tls-enabled") },
    ]);
    expect(await noticesOf("--http-tls-cert-file=")).toEqual([]);
  });

  it("has one process, as many as asked for, or one for each core", async () => {
    expect((await configOf()).processes).toBe(1);
    expect((await configOf("--processes=4")).processes).toBe(4);
    expect((await configOf("--processes=auto")).processes).toBe(availableParallelism());
    expect((await configOf("--ephemeral", "--processes=1")).processes).toBe(1);
    for (const count of ["0", "-1", "two", "1000", ""]) {
      await expect(configOf(`--processes=${count}`)).rejects.toThrow(
        "--processes: expected a number from 1 to 256 or auto",
      );
    }
    for (const flag of ["--ephemeral", "--state=s.json", "--db-type=memdb"]) {
      await expect(configOf(flag, "--processes=2")).rejects.toThrow(
        "--processes needs a database on disk",
      );
    }
  });

  it("has the rules of the local network when no flag changes them", async () => {
    const { rules } = await configOf();
    expect(rules).toEqual({
      staking: local.staking,
      staticFees: local.staticFees,
      dynamicFees: local.dynamicFees,
      validatorFees: local.validatorFees,
    });
  });

  it("lets flags change the rules of a custom network, but not of mainnet and fuji", async () => {
    const own = await configOf("--network-id=99999", "--min-stake-duration=1s", "--tx-fee=7");
    expect(own.rules?.staking.minStakeDurationSeconds).toBe(1n);
    expect(own.rules?.staking.heliconMinStakeDurationSeconds).toBe(3600n);
    const helicon = await configOf("--helicon-min-stake-duration=90s");
    expect(helicon.rules?.staking.heliconMinStakeDurationSeconds).toBe(90n);
    expect(own.rules?.staticFees.txFee).toBe(7n);
    expect((await configOf("--network-id=testnet", "--tx-fee=7")).rules).toBeUndefined();
  });

  it("has no dev API on public networks, other hosts and public servers", async () => {
    expect((await configOf("--network-id=fuji")).apis.dev).toBe(false);
    expect((await configOf("--http-host=0.0.0.0")).apis.dev).toBe(false);
    expect((await configOf("--http-host=")).apis.dev).toBe(false);
    expect((await configOf("--public")).apis.dev).toBe(false);
    expect((await configOf("--dev=false")).apis.dev).toBe(false);
    expect((await configOf("--http-host=::1")).apis.dev).toBe(true);
  });

  it("prefers key content to key files, and files that were named to those that were not", async () => {
    const plain = await configOf();
    expect(plain.identity.signer).toEqual({
      path: "/h/.couloir/staking/signer.key",
      required: false,
    });
    const named = await configOf("--staking-tls-key-file=/k");
    expect(named.identity.certificateKey).toEqual({ path: "/k", required: true });
    expect(named.identity.certificate).toMatchObject({ required: true });
    const content = await configOf("--staking-signer-key-file-content=AAE=");
    expect(content.identity.signer).toEqual({ content: new Uint8Array([0, 1]) });
    const ephemeral = await configOf("--staking-ephemeral-cert-enabled");
    expect(ephemeral.identity.certificate).toEqual({ ephemeral: true });
  });

  it("takes the display level from the log level", async () => {
    expect((await configOf("--log-level=DEBUG")).log).toMatchObject({
      level: "debug",
      displayLevel: "debug",
    });
    expect((await configOf("--log-display-level=off")).log).toMatchObject({
      level: "info",
      displayLevel: "off",
    });
  });

  it("keeps nothing on disk with memdb", async () => {
    expect((await configOf("--db-type=memdb")).database.inMemory).toBe(true);
  });

  it("rounds a duration up to whole milliseconds", async () => {
    expect((await configOf("--block-time=1us")).chain.blockTimeMs).toBe(1);
  });

  it("waits at most as long as a timer can", async () => {
    const config = await configOf(
      "--block-time=600h",
      "--health-check-frequency=9999h",
      "--store-check-frequency=9999h",
      "--http-shutdown-wait=9999h",
    );
    const timerMsMax = 2 ** 31 - 1;
    expect(config.chain.blockTimeMs).toBe(timerMsMax);
    expect(config.health.frequencyMs).toBe(timerMsMax);
    expect(config.database.checkFrequencyMs).toBe(timerMsMax);
    expect(config.http.shutdownWaitMs).toBe(timerMsMax);
  });

  it("logs each flag that has no effect", async () => {
    expect((await configOf("--snow-sample-size=1")).notices).toEqual([
      {
        level: "info",
        message: "--snow-sample-size has no effect here: this node does not vote",
      },
    ]);
  });

  it("takes an IPv6 address with or without the brackets of a URL", async () => {
    expect((await configOf("--http-host=[::1]")).http.host).toBe("::1");
    expect((await configOf("--http-host=::1")).http.host).toBe("::1");
    expect((await configOf("--http-host=[::1]")).apis.dev).toBe(true);
  });

  it.each([
    [["--network-id=nope"], 'failed to parse network name: "nope"'],
    [["--network-id=4294967296"], 'failed to parse network name: "4294967296"'],
    [["--http-host=localhost:9650"], "--http-host must be an address or a host name alone"],
    [["--http-host=http://127.0.0.1"], 'got "http://127.0.0.1": --http-port sets the port'],
    [["--staking-host=[::1]:9651"], 'got "[::1]:9651": --staking-port sets the port'],
    [["--timestamp=253402300800"], "--timestamp must be at most 253402300799, the end of the year"],
    [["--http-body-limit=0"], "--http-body-limit must be at least 1, got 0"],
    [["--http-connection-limit=0"], "--http-connection-limit must be at least 1, got 0"],
    [["--http-port=65536"], "--http-port must be at most 65535, got 65536"],
    [["--health-check-frequency=-1s"], "health-check-frequency must be positive"],
    [["--health-check-frequency=0"], "health-check-frequency must be positive"],
    [["--network-health-max-send-fail-rate=2"], "must be in [0,1]"],
    [
      ["--sybil-protection-enabled=false", "--network-id=fuji"],
      "sybil protection disabled on public",
    ],
    [
      ["--sybil-protection-enabled=false", "--sybil-protection-disabled-weight=0"],
      "sybil protection disabled weights must be positive",
    ],
    [
      ["--staking-tls-key-file-content=AA=="],
      "staking-tls-key-file-content key set but staking-tls",
    ],
    [["--staking-tls-cert-file-content=AA=="], "staking-tls-key-file-content key not set but"],
    [["--public-ip=1.2.3.4", "--public-ip-resolution-service=opendns"], "only one of --public-ip"],
    [["--uptime-requirement=1.1"], "uptime requirement must be in the range [0, 1]"],
    [["--min-validator-stake=2", "--max-validator-stake=1"], "minimum validator stake can't be"],
    [["--min-stake-duration=0"], "min stake duration must be > 0"],
    [["--helicon-min-stake-duration=0"], "helicon min stake duration must be > 0"],
    [
      ["--min-stake-duration=1s", "--max-stake-duration=59m"],
      "max stake duration can't be less than helicon min stake duration",
    ],
    [["--max-stake-duration=1s"], "max stake duration can't be less than min stake duration"],
    [["--stake-minting-period=1h"], "stake minting period can't be less than max stake duration"],
    [["--http-tls-enabled"], "--http-tls-enabled needs --http-tls-key-file and"],
    [["--dev", "--network-id=mainnet"], "--dev needs a local network, a loopback --http-host"],
    [["--block-production=manual", "--block-time=1s"], "--block-time has no effect with"],
    [["--data-dir="], 'expected the path of a directory, got ""'],
    [["--db-dir="], 'expected the path of a directory, got ""'],
    [["--timestamp=253402300800"], "--timestamp must be at most 253402300799, the end of the"],
    [
      ["--system-tracker-disk-warning-threshold-available-space=1"],
      '"system-tracker-disk-warning-threshold-available-space" (1) < "system-tracker-disk-required-available-space" (536870912)',
    ],
  ])("refuses %j", async (args, message) => {
    await expect(configOf(...args)).rejects.toThrow(message);
  });
});
