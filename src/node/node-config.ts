import type { NodeId } from "../formats/bytes.ts";
import type { ProfileName } from "../generated/errors.ts";
import type { KeystoreLimits } from "../keystore/keystore.ts";
import type { Hardfork } from "../networks/hardfork.ts";
import type { Network } from "../networks/network.ts";
import type { ReleaseName } from "../networks/release.ts";
import type { IpPort } from "../p2p/ip-address.ts";
import type { LogFormat, LogLevel } from "./logging/log-line.ts";

/** The configuration of a node. Paths are expanded; files are not read yet. */
export type NodeConfig = {
  readonly networkID: number;
  readonly dataDirectory: string;
  /** Undefined if there is none. */
  readonly processContextFile: string | undefined;
  readonly genesis: FileOrContent | undefined;
  readonly upgrades: FileOrContent | undefined;
  /** Rules of networks other than mainnet and fuji. */
  readonly rules: NetworkRules | undefined;
  /** The set of rules for a new chain; an existing one keeps its own. */
  readonly release?: ReleaseName;
  /** The hardfork of a new chain, or of the network of a follower, if neither the network nor an upgrade file has its upgrade times. */
  readonly hardfork?: HardforkChoice | undefined;
  readonly source: SourceConfig;
  readonly observatory: ObservatoryConfig;
  readonly database: DatabaseConfig;
  readonly identity: IdentityConfig & {
    /** False lets a dev node of the network `local` be the first validator of its genesis. */
    readonly isChosen: boolean;
  };
  readonly staking: StakingConfig;
  readonly publicIP: PublicIpConfig;
  readonly http: HttpConfig;
  /** Number of processes that serve requests, at least 1; one of them writes. */
  readonly processes: number;
  readonly apis: ApisConfig;
  readonly keystore: KeystoreLimits;
  readonly index: IndexConfig;
  /** URL of the PostgreSQL with a copy of the ledger and the older containers; it may hold a password. */
  readonly databaseURL: string | undefined;
  /** Whether the ledger is written with each block. */
  readonly ledger: boolean;
  /** The newest blocks whose rows stay in the store, while older ones are in the database only. Undefined keeps all. */
  readonly ledgerKeepBlocks: number | undefined;
  readonly watches: WatchesConfig;
  readonly aliases: AliasesConfig;
  readonly chain: ChainConfig;
  /** Whether a dev node makes only blocks that a network's rules accept, and serves them to peers. */
  readonly followable: boolean;
  readonly local: LocalConfig;
  readonly health: HealthConfig;
  readonly log: LogConfig;
  /** Messages from reading the configuration. Each becomes a line in the log. */
  readonly notices: readonly Notice[];
};

/** Where the blocks of a network come from; the mode of the node follows from it. */
export type SourceConfig = {
  readonly offline: boolean;
  /** Undefined without --bootstrap-ips and --bootstrap-ids; mainnet and fuji then use the built-in bootstrappers. */
  readonly bootstrappers: readonly Bootstrapper[] | undefined;
  /** Base URLs of nodes to follow over HTTP. */
  readonly upstreams: readonly string[];
  readonly upstreamHeaders: Readonly<Record<string, string>>;
  /** Whether to connect to private addresses. If undefined, yes except on mainnet and fuji. */
  readonly allowPrivateIPs: boolean | undefined;
  /** The chains to follow beside the P-chain. */
  readonly storedChains: readonly ("X" | "C")[];
  /** The first block of the C-chain to store: the tip of the first start, or a height. */
  readonly cChainStart: bigint | "latest";
  /** Whether to fetch the DAG that the X-chain was before it was linear. */
  readonly xChainDag: boolean;
  /** What a new follower starts from instead of the genesis. */
  readonly snapshot?: SnapshotSource | undefined;
};

/** How long a follower keeps what it observed of validators; 0 observes nothing. */
export type ObservatoryConfig = { readonly retentionMs: number };

/** A snapshot file, and the SHA-256 that its content must have, in lower-case hex. */
export type SnapshotSource = { readonly file: string; readonly digest: string };

export type Bootstrapper = { readonly nodeID: NodeId; readonly address: IpPort };

/** `isGiven` if the user chose it. */
export type HardforkChoice = { readonly name: Hardfork; readonly isGiven: boolean };

/** `required` files were named by the user: a missing one is an error. */
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
  /** Use a copy that is deleted at exit. */
  readonly readOnly: boolean;
  /** Open a damaged store to examine it; only with `readOnly`. */
  readonly unchecked?: boolean;
  /** How long the check at the start may take. */
  readonly checkTimeoutMs?: number;
  /** How often to check a part of the store while the node runs; 0 never. */
  readonly checkFrequencyMs?: number;
};

/** Sources of the node's two secrets. `ephemeral` ones are created at start and not kept. */
export type IdentityConfig = {
  readonly certificate: KeySource;
  readonly certificateKey: KeySource;
  readonly signer: KeySource;
};

export type KeySource = FileOrContent | { readonly ephemeral: true };

export type StakingConfig = {
  readonly host: string;
  /** 0 picks a free port. */
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
  readonly memoryLimitBytes: number;
  readonly connectionLimit: number;
  readonly streamLimit: number;
};

/** Which APIs are served. */
export type ApisConfig = {
  readonly profile: ProfileName;
  /** Serve what a public server serves. */
  readonly public: boolean;
  readonly info: boolean;
  readonly health: boolean;
  readonly keystore: boolean;
  readonly metrics: boolean;
  readonly events: boolean;
  /** Serve the Data API. */
  readonly data: boolean;
  /** Mesh below /mesh. */
  readonly mesh: boolean;
  /** The MCP server at /mcp. */
  readonly mcp: boolean;
  /** Whether its tools may change state. */
  readonly mcpWrites: boolean;
  readonly dev: boolean;
};

export type IndexConfig = {
  readonly enabled: boolean;
  readonly allowIncomplete: boolean;
};

export type WatchesConfig = {
  /** A file with watches; undefined without one. */
  readonly file: string | undefined;
  /** Whether targets may be private addresses, and plain HTTP. */
  readonly allowsPrivateTargets: boolean;
  /** A file with the token that calls need; undefined if they need none. */
  readonly tokenFile: string | undefined;
};

export type AliasesConfig = { readonly vms: FileOrContent; readonly chains: FileOrContent };

export type ChainConfig = {
  /** If undefined, the node builds blocks when needed, except on a chain of recorded blocks. */
  readonly production: "auto" | "manual" | undefined;
  /** Gas per block and per second on a dev node. If undefined, gas is plentiful, except on a chain of recorded blocks. */
  readonly gasLimit: bigint | "network" | undefined;
  /** 0 builds a block as soon as there is something to include. */
  readonly blockTimeMs: number;
  readonly useCurrentHeight: boolean;
};

/** How a local chain starts and ends. */
export type LocalConfig = {
  /** Loaded at start if it exists, saved at exit. */
  readonly stateFile: string | undefined;
  /** Unix seconds of the clock at start; undefined for the machine's time. */
  readonly timestamp: bigint | undefined;
  /** Changes AvalancheGo's local genesis. */
  readonly genesis: LocalGenesis | undefined;
  /** How many keys have AVAX on the P-chain. The first is that of the genesis; the node funds the others outside of it. */
  readonly accountCount: number;
  /** The balance of each account except the first, which has its balance in the genesis. */
  readonly balanceNavax: bigint;
};

export type LocalGenesis = {
  /** Balance of the well-known key. If undefined, that of AvalancheGo's genesis. */
  readonly balanceNavax: bigint | undefined;
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
  readonly disk: {
    readonly requiredBytes: bigint;
    readonly warningBytes: bigint;
    /** Of the disk, 0 to 50; in profile `avalanchego` these count instead of the bytes. */
    readonly requiredPercentage: number;
    readonly warningPercentage: number;
  };
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
  /** Rotated files to keep; 0 keeps all. */
  readonly maxFiles: number;
  /** 0 keeps them forever. */
  readonly maxAgeDays: number;
  readonly compress: boolean;
};

export type Notice = { readonly level: "info" | "warn"; readonly message: string };

/** Failures that a driver may want to distinguish. Each has its own exit code. */
export type StartProblem = "address-in-use" | "directory-in-use";

/** A reason not to start that is not a bug, such as a missing file or a port in use. The message says what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly reason: StartProblem | undefined;

  constructor(message: string, options: ErrorOptions & { readonly reason?: StartProblem } = {}) {
    super(message, options);
    this.reason = options.reason;
  }
}

/** Why a server could not listen on an address, which a flag sets. */
export function notListening(error: unknown, address: string, flag: string): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  const inUse = code === "EADDRINUSE";
  const reason = inUse
    ? `another process is listening there. Stop it, or choose another --${flag}; 0 picks a free one.`
    : message;
  return new StartError(`couldn't listen on ${address}: ${reason}`, {
    cause: error,
    ...(inUse && { reason: "address-in-use" }),
  });
}
