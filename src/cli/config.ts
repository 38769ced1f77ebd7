import { availableParallelism } from "node:os";
import { FormatError } from "../formats/format-error.ts";
import { isProductionNetwork } from "../networks/find-network.ts";
import { networkNames, parseNetworkID } from "../networks/ids.ts";
import type { ReleaseName } from "../networks/release.ts";
import type { LogFormat, LogLevel } from "../node/logging/log-line.ts";
import type {
  ApisConfig,
  NetworkRules,
  NodeConfig,
  Notice,
  PublicIpService,
} from "../node/node-config.ts";
import { keySources, optionalSource, source } from "./file-sources.ts";
import { ConfigError, suggestion } from "./flag-types.ts";
import type { FlagName } from "./flags.ts";
import { followableConfig, followableNetworkID } from "./followable-config.ts";
import { hardforkConfig } from "./hardfork-config.ts";
import { listenHost, listenPort } from "./listen-address.ts";
import { localConfig } from "./local-config.ts";
import { networkRules } from "./network-rules.ts";
import type { RawConfig } from "./raw-config.ts";
import { isEphemeral, unlessEphemeral } from "./raw-config.ts";
import { sourceConfig } from "./source-config.ts";

/**
 * The configuration of a node. Throws ConfigError if values contradict each other, with AvalancheGo's message if it
 * has the same check (avalanchego config/config.go @ v1.12.1).
 */
export function nodeConfig(raw: RawConfig): NodeConfig {
  refuseUnusedDirectory(raw);
  const networkID = networkIDOf(raw);
  const followable = followableConfig(raw, networkID);
  const standardRules = isProductionNetwork(networkID);
  const rules: NetworkRules | undefined = standardRules ? undefined : networkRules(raw);
  const release = followable ? "newest" : releaseOf(raw);
  const levelText = raw.get("log-level");
  const displayLevelText = raw.get("log-display-level");
  return {
    networkID,
    dataDirectory: raw.get("data-dir"),
    processContextFile: unlessEphemeral(raw, "process-context-file"),
    genesis: optionalSource(raw, "genesis-file-content", "genesis-file"),
    upgrades: upgradeSource(raw),
    rules,
    release,
    hardfork: hardforkConfig(raw, release, standardRules),
    database: {
      directory: raw.get("db-dir"),
      inMemory: isEphemeral(raw) || raw.get("db-type").toLowerCase() === "memdb",
      readOnly: raw.get("db-read-only"),
      checkTimeoutMs: milliseconds(raw, "store-check-timeout"),
      checkFrequencyMs: timerMilliseconds(raw, "store-check-frequency"),
    },
    identity: keySources(raw),
    staking: stakingConfig(raw, standardRules),
    publicIP: publicIpConfig(raw),
    http: httpConfig(raw),
    processes: processCount(raw),
    apis: apisConfig(raw, standardRules),
    keystore: keystoreConfig(raw),
    index: indexConfig(raw, followable),
    databaseURL: databaseURL(raw),
    ledger: raw.get("ledger"),
    ledgerKeepBlocks: ledgerKeepBlocks(raw),
    watches: watchesConfig(raw),
    aliases: {
      vms: source(raw, "vm-aliases-file-content", "vm-aliases-file"),
      chains: source(raw, "chain-aliases-file-content", "chain-aliases-file"),
    },
    chain: chainConfig(raw, followable),
    followable,
    local: localConfig(raw, standardRules),
    source: sourceConfig(raw, standardRules),
    observatory: observatoryConfig(raw),
    health: healthConfig(raw),
    log: {
      directory: unlessEphemeral(raw, "log-dir"),
      level: levelText.toLowerCase() as LogLevel,
      displayLevel: (quietLevel(raw) || displayLevelText || levelText).toLowerCase() as LogLevel,
      format: raw.get("log-format").toLowerCase() as LogFormat,
      rotation: {
        maxSizeBytes: raw.get("log-rotater-max-size") * 2 ** 20,
        maxFiles: raw.get("log-rotater-max-files"),
        maxAgeDays: raw.get("log-rotater-max-age"),
        compress: raw.get("log-rotater-compress-enabled"),
      },
    },
    notices: notices(raw),
  };
}

/**
 * You would not expect data in that directory to be lost. The environment may set a directory for every node, as the
 * image does.
 */
function refuseUnusedDirectory(raw: RawConfig): void {
  const flag = raw.get("ephemeral") ? "ephemeral" : "state";
  if (!isEphemeral(raw)) return;
  const directory = (["data-dir", "db-dir"] as const).find((name) => raw.isArgument(name));
  if (directory === undefined) return;
  throw new ConfigError(
    `--${flag} keeps everything in memory and does not use --${directory}: remove one of the two`,
  );
}

function quietLevel(raw: RawConfig): LogLevel | "" {
  return raw.get("quiet") || raw.get("json") ? "off" : "";
}

/** The profile of `--api-profile`, which accepts only their names. */
export function profileOf(raw: RawConfig): ApisConfig["profile"] {
  return raw.get("api-profile").toLowerCase() as ApisConfig["profile"];
}

/** The rules of a new chain: those of the release that the API profile follows, unless `--rules` is set. */
function releaseOf(raw: RawConfig): ReleaseName {
  const given = raw.get("rules").toLowerCase();
  if (given !== "") return given as ReleaseName;
  return profileOf(raw) === "avalanchego-1.12" ? "avalanchego-1.12" : "newest";
}

/** A followable dev node has a genesis of its own, which the networks with a name cannot have. */
function networkIDOf(raw: RawConfig): number {
  return raw.get("followable") && !raw.isSet("network-id")
    ? followableNetworkID
    : readNetworkID(raw);
}

/** Throws ConfigError. */
export function readNetworkID(raw: RawConfig): number {
  const text = raw.get("network-id");
  try {
    return parseNetworkID(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new ConfigError(`${error.message}${suggestion(text, networkNames)}`);
  }
}

/** A duration flag in milliseconds. Less than one rounds up, so that only 0 is 0. */
function milliseconds(raw: RawConfig, name: DurationFlag): number {
  const nanos = raw.get(name);
  return nanos < 0n ? 0 : Number((nanos + 999_999n) / 1_000_000n);
}

/** The longest timer of Node, 24 days; a longer one fires at once. */
const timerMsMax = 2 ** 31 - 1;

/** A duration flag that a timer waits for, in milliseconds. */
function timerMilliseconds(raw: RawConfig, name: DurationFlag): number {
  return Math.min(milliseconds(raw, name), timerMsMax);
}

type DurationFlag = Extract<
  FlagName,
  `${string}-${"timeout" | "wait" | "time" | "frequency" | "received" | "sent" | "duration" | "delay" | "retention"}`
>;

function requireDuration(raw: RawConfig, name: DurationFlag, least: 0n | 1n, text: string): void {
  if (raw.get(name) < least) throw new ConfigError(text);
}

/** Unlike for other files, the path overrides the content (config/config.go:823 @ v1.12.1). */
function upgradeSource(raw: RawConfig): NodeConfig["upgrades"] {
  if (raw.isSet("upgrade-file")) return { path: raw.get("upgrade-file"), required: true };
  return optionalSource(raw, "upgrade-file-content", "upgrade-file");
}

function stakingConfig(raw: RawConfig, standardRules: boolean): NodeConfig["staking"] {
  const sybilProtectionEnabled = raw.get("sybil-protection-enabled");
  const weight = raw.get("sybil-protection-disabled-weight");
  if (!sybilProtectionEnabled && weight === 0n) {
    throw new ConfigError("sybil protection disabled weights must be positive");
  }
  if (!sybilProtectionEnabled && standardRules) {
    throw new ConfigError("sybil protection disabled on public network");
  }
  return {
    host: listenHost(raw, "staking-host"),
    port: listenPort(raw, "staking-port"),
    sybilProtectionEnabled,
    sybilProtectionDisabledWeight: weight,
    trackedSubnets: raw.get("track-subnets"),
    partialSyncPrimaryNetwork: raw.get("partial-sync-primary-network"),
  };
}

function publicIpConfig(raw: RawConfig): NodeConfig["publicIP"] {
  requireDuration(
    raw,
    "public-ip-resolution-frequency",
    1n,
    '"public-ip-resolution-frequency" must be > 0',
  );
  const address = raw.get("public-ip");
  const service = raw.get("public-ip-resolution-service").toLowerCase();
  if (address !== "" && service !== "") {
    throw new ConfigError(
      "only one of --public-ip and --public-ip-resolution-service can be given",
    );
  }
  return {
    address: address === "" ? undefined : address,
    service: service === "" ? undefined : (service as PublicIpService),
    frequencyMs: timerMilliseconds(raw, "public-ip-resolution-frequency"),
  };
}

function observatoryConfig(raw: RawConfig): NodeConfig["observatory"] {
  requireDuration(raw, "observatory-retention", 0n, "--observatory-retention must not be negative");
  return { retentionMs: milliseconds(raw, "observatory-retention") };
}

function httpConfig(raw: RawConfig): NodeConfig["http"] {
  return {
    host: listenHost(raw, "http-host"),
    port: listenPort(raw, "http-port"),
    tls: tlsConfig(raw),
    allowedOrigins: raw.get("http-allowed-origins"),
    allowedHosts: raw.get("http-allowed-hosts"),
    readTimeoutMs: milliseconds(raw, "http-read-timeout"),
    readHeaderTimeoutMs: milliseconds(raw, "http-read-header-timeout"),
    writeTimeoutMs: milliseconds(raw, "http-write-timeout"),
    idleTimeoutMs: milliseconds(raw, "http-idle-timeout"),
    shutdownWaitMs: timerMilliseconds(raw, "http-shutdown-wait"),
    shutdownTimeoutMs: milliseconds(raw, "http-shutdown-timeout"),
    bodyLimitBytes: atLeastOne(raw, "http-body-limit"),
    batchLimit: raw.get("http-batch-limit"),
    memoryLimitBytes: raw.get("http-memory-limit"),
    connectionLimit: connectionLimit(raw),
    streamLimit: raw.get("http-stream-limit"),
  };
}

/** A connection with TLS takes about 40 KB, and 70 KB with a long head. */
const defaultConnectionsWithTls = 3_000;

function connectionLimit(raw: RawConfig): number {
  const name = "http-connection-limit";
  const isPlain = raw.isSet(name) || !raw.get("http-tls-enabled");
  return isPlain ? atLeastOne(raw, name) : defaultConnectionsWithTls;
}

/** The node would run, but answer nobody. */
function atLeastOne(raw: RawConfig, name: "http-body-limit" | "http-connection-limit"): number {
  const limit = raw.get(name);
  if (limit === 0) throw new ConfigError(`--${name} must be at least 1, got 0`);
  return limit;
}

const processesMax = 256;

function processCount(raw: RawConfig): number {
  const text = raw.get("processes").trim();
  const isValid = text === "auto" || (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= processesMax);
  if (!isValid) {
    throw new ConfigError(
      `--processes: expected a number from 1 to ${processesMax} or auto, got ${JSON.stringify(text)}`,
    );
  }
  const count = text === "auto" ? availableParallelism() : Number(text);
  if (count === 1) return 1;
  const inMemory = isEphemeral(raw) || raw.get("db-type").toLowerCase() === "memdb";
  if (!inMemory) return count;
  throw new ConfigError(
    "--processes needs a database on disk: remove it, or remove --ephemeral, --state and --db-type memdb",
  );
}

function tlsConfig(raw: RawConfig): NodeConfig["http"]["tls"] {
  if (!raw.get("http-tls-enabled")) return undefined;
  const key = optionalSource(raw, "http-tls-key-file-content", "http-tls-key-file");
  const certificate = optionalSource(raw, "http-tls-cert-file-content", "http-tls-cert-file");
  if (key === undefined || certificate === undefined) {
    throw new ConfigError("--http-tls-enabled needs --http-tls-key-file and --http-tls-cert-file");
  }
  return { key, certificate };
}

function apisConfig(raw: RawConfig, standardRules: boolean): NodeConfig["apis"] {
  const isPublic = raw.get("public");
  const loopback = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(raw.get("http-host"));
  const exposed = raw.get("dangerously-expose-dev-api");
  if (exposed && (standardRules || isPublic)) {
    throw new ConfigError("--dangerously-expose-dev-api needs a local network, and no --public");
  }
  const devPossible = !standardRules && (loopback || exposed) && !isPublic;
  if (raw.isSet("dev") && raw.get("dev") && !devPossible) {
    throw new ConfigError(
      "--dev needs a local network, a loopback --http-host, and no --public; in a container, --dangerously-expose-dev-api allows other hosts",
    );
  }
  return {
    profile: profileOf(raw),
    public: isPublic,
    info: raw.get("api-info-enabled"),
    health: raw.get("api-health-enabled"),
    keystore: raw.get("api-keystore-enabled"),
    // Metrics show what health shows, which a public server hides unless the operator enables them.
    metrics: raw.get("api-metrics-enabled") && (!isPublic || raw.isSet("api-metrics-enabled")),
    events: raw.get("api-events-enabled"),
    data: servesLedger(raw, "data-api", raw.get("dev") && devPossible),
    mesh: servesLedger(raw, "mesh", raw.get("dev") && devPossible),
    mcp: raw.isSet("mcp") ? raw.get("mcp") : raw.get("dev") && devPossible,
    mcpWrites: raw.get("mcp-allow-writes"),
    dev: raw.get("dev") && devPossible,
  };
}

/** The operations of the Data API and of Mesh read the ledger. */
function servesLedger(raw: RawConfig, flag: "data-api" | "mesh", isDevNode: boolean): boolean {
  if (!raw.isSet(flag)) return isDevNode && raw.get("ledger");
  if (raw.get(flag) && !raw.get("ledger")) {
    throw new ConfigError(`--${flag} needs the ledger: remove --ledger=false or --${flag}`);
  }
  return raw.get(flag);
}

function watchesConfig(raw: RawConfig): NodeConfig["watches"] {
  const file = raw.get("watch-config") || undefined;
  if (file !== undefined && !raw.get("ledger")) {
    throw new ConfigError(
      "--watch-config needs the ledger: remove --ledger=false or --watch-config",
    );
  }
  return {
    file,
    allowsPrivateTargets: raw.get("watch-allow-private-targets"),
    tokenFile: raw.get("watch-token-file") || undefined,
  };
}

function keystoreConfig(raw: RawConfig): NodeConfig["keystore"] {
  const derivationsMax = raw.get("keystore-max-derivations");
  if (derivationsMax < 2) throw new ConfigError("--keystore-max-derivations must be at least 2");
  requireDuration(raw, "keystore-max-guess-delay", 0n, "keystore-max-guess-delay must be >= 0");
  return {
    derivationsMax,
    guessDelayMaxMs: milliseconds(raw, "keystore-max-guess-delay"),
    importedEntriesMax: raw.get("keystore-max-imported-entries"),
  };
}

/** Followers over HTTP read the containers of a followable dev node from its index. */
function indexConfig(raw: RawConfig, followable: boolean): NodeConfig["index"] {
  return {
    enabled: raw.get("index-enabled") || (followable && !raw.isSet("index-enabled")),
    allowIncomplete: raw.get("index-allow-incomplete"),
  };
}

/** How many blocks have their rows in the store, too; undefined for all. */
function ledgerKeepBlocks(raw: RawConfig): number | undefined {
  const blocks = raw.get("ledger-keep-blocks");
  if (blocks === 0) return undefined;
  const flag = "--ledger-keep-blocks";
  if (!raw.get("ledger")) {
    throw new ConfigError(`${flag} needs the ledger: remove --ledger=false or ${flag}`);
  }
  if (databaseURL(raw) === undefined) {
    throw new ConfigError(
      `${flag} needs a database that has the other rows: add --db-url or remove ${flag}`,
    );
  }
  return blocks;
}

/** No message repeats the URL, which may hold a password. */
function databaseURL(raw: RawConfig): string | undefined {
  const isOld = raw.get("index-db-url") !== "";
  if (isOld && raw.get("db-url") !== "") {
    throw new ConfigError("--index-db-url is the older name of --db-url: remove it");
  }
  const name = isOld ? "index-db-url" : "db-url";
  const url = raw.get(name);
  if (url === "") return undefined;
  if (!isPostgresURL(url)) {
    throw new ConfigError(
      `--${name} must be a URL such as postgres://user@host/database, with @, :, /, ?, # and % of a password as %40, %3A, %2F, %3F, %23 and %25`,
    );
  }
  const inMemory = isEphemeral(raw) || raw.get("db-type").toLowerCase() === "memdb";
  if (inMemory || raw.get("db-read-only")) {
    throw new ConfigError(
      `--${name} needs a persistent store: it cannot be combined with --ephemeral, --state, --db-read-only or --db-type=memdb`,
    );
  }
  return url;
}

function isPostgresURL(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}

function chainConfig(raw: RawConfig, followable: boolean): NodeConfig["chain"] {
  const production = raw.get("block-production").toLowerCase() as "auto" | "manual";
  const blockTimeMs = timerMilliseconds(raw, "block-time");
  requireDuration(raw, "block-time", 0n, "block-time must be >= 0");
  if (production === "manual" && blockTimeMs > 0) {
    throw new ConfigError("--block-time has no effect with --block-production=manual");
  }
  return {
    production: raw.isSet("block-production") || blockTimeMs > 0 ? production : undefined,
    gasLimit: followable ? "network" : gasLimit(raw),
    blockTimeMs,
    useCurrentHeight: raw.get("proposervm-use-current-height"),
  };
}

const gasFlags = [
  "dynamic-fees-max-gas-capacity",
  "dynamic-fees-max-gas-per-second",
  "dynamic-fees-target-gas-per-second",
  "dynamic-fees-min-gas-price",
  "dynamic-fees-excess-conversion-constant",
] as const satisfies readonly FlagName[];

/** AvalancheGo's gas flags set the gas of a network, so they also select the network's gas. */
function gasLimit(raw: RawConfig): NodeConfig["chain"]["gasLimit"] {
  const gasFlag = gasFlags.find((name) => raw.isSet(name));
  if (!raw.isSet("gas-limit")) return gasFlag === undefined ? undefined : "network";
  const text = raw.get("gas-limit");
  if (text === "network") return text;
  if (!/^[1-9]\d{0,15}$/.test(text)) {
    throw new ConfigError(
      `--gas-limit must be "network" or an amount of gas from 1 to 9999999999999999, got ${JSON.stringify(text)}`,
    );
  }
  if (gasFlag !== undefined) {
    throw new ConfigError(`--gas-limit and --${gasFlag} both set the gas: set only one of the two`);
  }
  return BigInt(text);
}

function healthConfig(raw: RawConfig): NodeConfig["health"] {
  // AvalancheGo accepts 0 and then panics.
  requireDuration(raw, "health-check-frequency", 1n, "health-check-frequency must be positive");
  for (const name of [
    "network-health-max-time-since-msg-sent",
    "network-health-max-time-since-msg-received",
  ] as const) {
    requireDuration(raw, name, 0n, `${name} must be >= 0`);
  }
  const outstanding = "network-health-max-outstanding-request-duration";
  requireDuration(raw, outstanding, 1n, `"${outstanding}" must be positive`);
  const sendFailRate = raw.get("network-health-max-send-fail-rate");
  if (sendFailRate < 0 || sendFailRate > 1) {
    throw new ConfigError("network-health-max-send-fail-rate must be in [0,1]");
  }
  return {
    frequencyMs: timerMilliseconds(raw, "health-check-frequency"),
    network: {
      minConnectedPeers: raw.get("network-health-min-conn-peers"),
      maxTimeSinceReceivedMs: milliseconds(raw, "network-health-max-time-since-msg-received"),
      maxTimeSinceSentMs: milliseconds(raw, "network-health-max-time-since-msg-sent"),
      maxSendFailRate: sendFailRate,
    },
    router: {
      maxOutstandingRequests: raw.get("router-health-max-outstanding-requests"),
      maxOutstandingDurationMs: milliseconds(raw, outstanding),
    },
    disk: diskThresholds(raw),
  };
}

function diskThresholds(raw: RawConfig): NodeConfig["health"]["disk"] {
  const required = "system-tracker-disk-required-available-space";
  const warning = "system-tracker-disk-warning-threshold-available-space";
  const requiredBytes = raw.get(required);
  const warningBytes = raw.get(warning);
  if (warningBytes < requiredBytes) {
    throw new ConfigError(`"${warning}" (${warningBytes}) < "${required}" (${requiredBytes})`);
  }
  return { requiredBytes, warningBytes, ...diskPercentages(raw) };
}

/** config/config.go (getDiskSpaceConfig) @ v1.15.0-fuji */
function diskPercentages(raw: RawConfig) {
  const warning = "system-tracker-disk-warning-available-space-percentage";
  const required = "system-tracker-disk-required-available-space-percentage";
  const requiredPercentage = Number(raw.get(required));
  const warningPercentage = Number(raw.get(warning));
  if (warningPercentage > diskPercentageMax) {
    const range = `out of range [0,${diskPercentageMax}]`;
    throw new ConfigError(`${range}: "${warning}" (${warningPercentage})`);
  }
  if (warningPercentage < requiredPercentage) {
    throw new ConfigError(
      `warning disk space threshold cannot be greater than fatal threshold: ${warningPercentage} < ${requiredPercentage}`,
    );
  }
  return { requiredPercentage, warningPercentage };
}

const diskPercentageMax = 50;

const exposedNotice = {
  level: "warn",
  message: "the dev API is served on every host: anyone who can reach the port controls the chain",
} as const;

const plainHttpNotice = {
  level: "warn",
  message:
    "a TLS key or certificate is given, but the API is served over plain HTTP: add --http-tls-enabled",
} as const;

const tlsSources = [
  "http-tls-key-file",
  "http-tls-key-file-content",
  "http-tls-cert-file",
  "http-tls-cert-file-content",
] as const satisfies readonly FlagName[];

const namesTlsFiles = (raw: RawConfig) =>
  tlsSources.some((name) => raw.isSet(name) && raw.get(name).length > 0);

function notices(raw: RawConfig): Notice[] {
  return [
    ...raw.warnings.map((message) => ({ level: "warn", message }) as const),
    ...(raw.get("dangerously-expose-dev-api") ? [exposedNotice] : []),
    ...(namesTlsFiles(raw) && !raw.get("http-tls-enabled") ? [plainHttpNotice] : []),
    ...raw.accepted.map(
      ({ name, reason }) =>
        ({ level: "info", message: `--${name} has no effect here: ${reason}` }) as const,
    ),
  ];
}
