import type { Network } from "../networks/network.ts";
import type { ReleaseName } from "../networks/release.ts";
import type { LogFormat, LogLevel } from "./log-level.ts";

/** All that a node is told when it is made. Paths are expanded; files are not yet read. */
export type NodeConfig = {
  readonly networkID: number;
  readonly dataDirectory: string;
  /** Undefined for none. */
  readonly processContextFile: string | undefined;
  readonly genesis: FileOrContent | undefined;
  readonly upgrades: FileOrContent | undefined;
  /** Rules of a network other than mainnet and fuji; those two have their own. */
  readonly rules: NetworkRules | undefined;
  /** The set of rules for a new chain; an existing one keeps its own. */
  readonly release?: ReleaseName;
  readonly database: DatabaseConfig;
  readonly identity: IdentityConfig;
  readonly staking: StakingConfig;
  readonly publicIP: PublicIpConfig;
  readonly http: HttpConfig;
  readonly apis: ApisConfig;
  readonly index: IndexConfig;
  readonly aliases: AliasesConfig;
  readonly chain: ChainConfig;
  readonly local: LocalConfig;
  readonly health: HealthConfig;
  readonly log: LogConfig;
  /** What the reader of the configuration has to say; each becomes a line of the log. */
  readonly notices: readonly Notice[];
};

/** `required` files were named by the user: it is an error when they are not there. */
export type FileOrContent =
  | { readonly content: Uint8Array }
  | { readonly path: string; readonly required: boolean };

export type NetworkRules = Pick<
  Network,
  "staking" | "staticFees" | "dynamicFees" | "validatorFees"
>;

export type DatabaseConfig = {
  /** Holds a folder for each network. */
  readonly directory: string;
  readonly inMemory: boolean;
  /** Work on a copy that is thrown away. */
  readonly readOnly: boolean;
};

/** Where the node's two secrets come from. `ephemeral` ones are made anew and not kept. */
export type IdentityConfig = {
  readonly certificate: KeySource;
  readonly certificateKey: KeySource;
  readonly signer: KeySource;
};

export type KeySource = FileOrContent | { readonly ephemeral: true };

export type StakingConfig = {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly sybilProtectionEnabled: boolean;
  readonly sybilProtectionDisabledWeight: bigint;
  /** cb58 */
  readonly trackedSubnets: readonly string[];
  readonly partialSyncPrimaryNetwork: boolean;
};

export type PublicIpService = "opendns" | "ifconfigco" | "ifconfigme";

export type PublicIpConfig = {
  readonly address: string | undefined;
  readonly service: PublicIpService | undefined;
  readonly frequencyMs: number;
};

export type HttpConfig = {
  /** Empty for all addresses. */
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly key: FileOrContent; readonly certificate: FileOrContent } | undefined;
  readonly allowedOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly readTimeoutMs: number;
  readonly readHeaderTimeoutMs: number;
  readonly writeTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly shutdownWaitMs: number;
  readonly shutdownTimeoutMs: number;
  readonly bodyLimitBytes: number;
  readonly batchLimit: number;
};

/** Which APIs are served, by the name of the flag that says so where there is one. */
export type ApisConfig = {
  readonly profile: "spec" | "avalanchego";
  /** Serve what a public server serves. */
  readonly public: boolean;
  readonly info: boolean;
  readonly health: boolean;
  readonly keystore: boolean;
  readonly metrics: boolean;
  readonly events: boolean;
  readonly dev: boolean;
};

export type IndexConfig = {
  readonly enabled: boolean;
  readonly allowIncomplete: boolean;
  /** URL of the PostgreSQL that keeps the older containers; it may hold a password. */
  readonly databaseURL: string | undefined;
};

export type AliasesConfig = { readonly vms: FileOrContent; readonly chains: FileOrContent };

export type ChainConfig = {
  readonly production: "auto" | "manual";
  /** 0 builds a block as soon as there is something to put into it. */
  readonly blockTimeMs: number;
  readonly useCurrentHeight: boolean;
};

/** How a chain of the user's own begins and ends. */
export type LocalConfig = {
  /** Loaded at start where it is there, saved at the end. */
  readonly stateFile: string | undefined;
  /** Unix seconds of the clock at start; undefined for the machine's time. */
  readonly timestamp: bigint | undefined;
  /** In place of what AvalancheGo's local genesis has. */
  readonly genesis: LocalGenesis | undefined;
};

export type LocalGenesis = {
  /** How many keys are funded on the P-chain, the one that everyone knows first, and with what. */
  readonly accounts: { readonly count: number; readonly balanceNavax: bigint } | undefined;
  readonly stakerCount: number;
};

/** Thresholds beyond which a check fails. Times are milliseconds. */
export type HealthConfig = {
  readonly frequencyMs: number;
  readonly network: {
    readonly minConnectedPeers: number;
    readonly maxTimeSinceReceivedMs: number;
    readonly maxTimeSinceSentMs: number;
    readonly maxSendFailRate: number;
  };
  readonly router: {
    readonly maxOutstandingRequests: number;
    readonly maxOutstandingDurationMs: number;
  };
  readonly disk: { readonly requiredBytes: bigint; readonly warningBytes: bigint };
};

export type LogConfig = {
  /** Undefined for a log without a file. */
  readonly directory: string | undefined;
  readonly level: LogLevel;
  readonly displayLevel: LogLevel;
  readonly format: LogFormat;
  readonly rotation: LogRotation;
};

export type LogRotation = {
  readonly maxSizeBytes: number;
  /** Files put aside that are kept; 0 keeps all. */
  readonly maxFiles: number;
  /** 0 keeps them for ever. */
  readonly maxAgeDays: number;
  readonly compress: boolean;
};

export type Notice = { readonly level: "info" | "warn"; readonly message: string };
