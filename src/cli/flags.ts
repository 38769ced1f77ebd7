/*
 * Every flag that means something to this node: the one table that the parser, `--help`, the environment and the config
 * file read. Names, types and defaults are those of avalanchego config/flags.go @ v1.12.1; defaults that differ are
 * network-id, data-dir, index-enabled and api-keystore-enabled (design section 5). It is long because it is a table.
 */
import type { FlagGroup } from "./flag.ts";

const general = {
  help: { type: "bool", default: "false", doc: "Print this text and quit." },
  version: { type: "bool", default: "false", doc: "Print the version and quit." },
  "version-json": { type: "bool", default: "false", doc: "Print the version as JSON and quit." },
  "config-file": {
    type: "path",
    default: "",
    doc: "JSON, YAML or TOML file that gives flags by name. --config-file-content goes before it.",
  },
  "config-file-content": {
    type: "base64",
    default: "",
    doc: "What a config file would hold, in base64.",
  },
  "config-file-content-type": {
    type: "text",
    default: "json",
    choices: ["json", "yaml", "yml", "toml"],
    doc: "Format of --config-file-content.",
  },
  "data-dir": {
    type: "path",
    default: "$HOME/.couloir",
    doc: "Where everything is kept; $AVALANCHEGO_DATA_DIR in other paths stands for it.",
  },
  "process-context-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/process.json",
    doc: "File that tells process ID, URL and staking address while the node runs.",
  },
} as const satisfies FlagGroup;

const network = {
  "network-id": {
    type: "text",
    default: "local",
    unit: "network",
    doc: "mainnet, fuji, testnet, local, network-N or N.",
  },
  "genesis-file": {
    type: "path",
    default: "",
    doc: "Genesis of a network of one's own, as JSON.",
  },
  "genesis-file-content": {
    type: "base64",
    default: "",
    doc: "That genesis in base64; goes before --genesis-file.",
  },
  "upgrade-file": {
    type: "path",
    default: "",
    doc: "Activation times of a network of one's own, as JSON; goes before the content.",
  },
  "upgrade-file-content": {
    type: "base64",
    default: "",
    doc: "Those activation times in base64.",
  },
  "public-ip": {
    type: "text",
    default: "",
    unit: "address",
    doc: "The address that info.getNodeIP tells.",
  },
  "public-ip-resolution-service": {
    type: "text",
    default: "",
    choices: ["", "opendns", "ifconfigco", "ifconfigme"],
    doc: "Ask this service for the public address: opendns, ifconfigco or ifconfigme.",
  },
  "public-ip-resolution-frequency": {
    type: "duration",
    default: "5m",
    doc: "Time between two such questions.",
  },
} as const satisfies FlagGroup;

const http = {
  "http-host": {
    type: "text",
    default: "127.0.0.1",
    unit: "address",
    doc: "Address to listen on; empty listens on all.",
  },
  "http-port": {
    type: "uint",
    default: "9650",
    unit: "port",
    doc: "Port to listen on; 0 takes a free one.",
  },
  "http-tls-enabled": { type: "bool", default: "false", doc: "Serve HTTPS." },
  "http-tls-key-file": { type: "path", default: "", doc: "Private key for HTTPS (PEM)." },
  "http-tls-key-file-content": { type: "base64", default: "", doc: "That key in base64." },
  "http-tls-cert-file": { type: "path", default: "", doc: "Certificate for HTTPS (PEM)." },
  "http-tls-cert-file-content": {
    type: "base64",
    default: "",
    doc: "That certificate in base64.",
  },
  "http-allowed-origins": {
    type: "list",
    default: "*",
    unit: "origins",
    doc: "Origins that browsers may call from; one * in each is a wildcard.",
  },
  "http-allowed-hosts": {
    type: "list",
    default: "localhost",
    unit: "hosts",
    doc: "Host names accepted in requests besides IP addresses; * accepts all.",
  },
  "http-read-timeout": {
    type: "duration",
    default: "30s",
    doc: "Longest time to read a request.",
  },
  "http-read-header-timeout": {
    type: "duration",
    default: "30s",
    doc: "Longest time to read its headers.",
  },
  "http-write-timeout": {
    type: "duration",
    default: "30s",
    doc: "Longest time to write an answer.",
  },
  "http-idle-timeout": {
    type: "duration",
    default: "2m0s",
    doc: "How long a connection without requests is kept.",
  },
  "http-shutdown-wait": {
    type: "duration",
    default: "0s",
    doc: "How long to go on serving, unhealthy, after SIGTERM or SIGINT.",
  },
  "http-shutdown-timeout": {
    type: "duration",
    default: "10s",
    doc: "Longest time that open requests may take at shutdown.",
  },
  "http-body-limit": {
    type: "uint",
    default: "8388608",
    unit: "bytes",
    doc: "Largest request body; beyond it the answer is 413.",
  },
  "http-batch-limit": {
    type: "uint",
    default: "1000",
    unit: "requests",
    doc: "Most requests in one JSON-RPC batch.",
  },
} as const satisfies FlagGroup;

const apis = {
  "api-profile": {
    type: "text",
    default: "spec",
    choices: ["spec", "avalanchego"],
    doc: "Whose forms to serve where the specification and AvalancheGo differ.",
  },
  public: {
    type: "bool",
    default: "false",
    doc: "Serve what a public server serves: no keystore, no health, no metrics unless --api-metrics-enabled is given, nothing local to the node.",
  },
  "api-info-enabled": { type: "bool", default: "true", doc: "Serve the info API." },
  "api-health-enabled": { type: "bool", default: "true", doc: "Serve the health API." },
  "api-keystore-enabled": { type: "bool", default: "true", doc: "Serve the keystore API." },
  "api-metrics-enabled": { type: "bool", default: "true", doc: "Serve /ext/metrics." },
  "api-events-enabled": { type: "bool", default: "true", doc: "Serve /ext/events." },
  "index-enabled": { type: "bool", default: "true", doc: "Index accepted containers, serve them." },
  "index-allow-incomplete": {
    type: "bool",
    default: "false",
    doc: "Start though an index would have gaps.",
  },
  "index-db-url": {
    type: "text",
    default: "",
    unit: "url",
    doc: "PostgreSQL that keeps the older containers of the indices, postgres://user@host/database.",
  },
  "vm-aliases-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/configs/vms/aliases.json",
    doc: "JSON map of VM IDs to names.",
  },
  "vm-aliases-file-content": { type: "base64", default: "", doc: "That map in base64." },
  "chain-aliases-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/configs/chains/aliases.json",
    doc: "JSON map of chain IDs to names.",
  },
  "chain-aliases-file-content": { type: "base64", default: "", doc: "That map in base64." },
} as const satisfies FlagGroup;

const chain = {
  "block-production": {
    type: "text",
    default: "auto",
    choices: ["auto", "manual"],
    doc: "auto builds blocks by itself, manual when dev.* asks for one.",
  },
  "block-time": {
    type: "duration",
    default: "0s",
    doc: "Time between two blocks built by themselves; 0 builds as soon as there is something.",
  },
  dev: {
    type: "bool",
    default: "true",
    doc: "Serve the dev API where the network is a local one and the host is loopback.",
  },
  ephemeral: {
    type: "bool",
    default: "false",
    doc: "Keep everything in memory: no database, no keys, no log file; all ends with the process.",
  },
  state: {
    type: "path",
    default: "",
    doc: "State file of an ephemeral node: loaded at start where it is there, saved at exit.",
  },
  timestamp: {
    type: "uint64",
    default: "0",
    unit: "Unix seconds",
    doc: "Time of the node's clock at start, and of the local genesis; 0 is the machine's.",
  },
  accounts: {
    type: "uint",
    default: "1",
    unit: "accounts",
    doc: "How many keys the local genesis funds on the P-chain, at most 1000.",
  },
  balance: {
    type: "uint64",
    default: "300000",
    unit: "AVAX",
    doc: "What each of them has there; the one key of AvalancheGo's genesis has 30 million.",
  },
  stakers: {
    type: "uint",
    default: "5",
    unit: "validators",
    doc: "How many validators the local genesis begins with, 1 to 5000.",
  },
  quiet: { type: "bool", default: "false", doc: "Print no banner and no log." },
  json: { type: "bool", default: "false", doc: "Print the banner as one line of JSON." },
  "proposervm-use-current-height": {
    type: "bool",
    default: "false",
    doc: "Propose at the last accepted P-chain height, not at one some seconds old.",
  },
  "track-subnets": {
    type: "list",
    default: "",
    unit: "subnet IDs",
    doc: "Subnets that this node counts as its own.",
  },
  "partial-sync-primary-network": {
    type: "bool",
    default: "false",
    doc: "Only the P-chain of the primary network; unhealthy as a validator of it.",
  },
} as const satisfies FlagGroup;

const store = {
  "db-type": {
    type: "text",
    default: "leveldb",
    choices: ["leveldb", "pebbledb", "memdb"],
    doc: "memdb keeps nothing on disk; the two others both mean this node's SQLite.",
  },
  "db-dir": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/db",
    doc: "Where databases are kept, in a folder for each network.",
  },
  "db-read-only": {
    type: "bool",
    default: "false",
    doc: "Work on a copy of the database and throw it away at the end.",
  },
  "system-tracker-disk-required-available-space": {
    type: "uint64",
    default: "536870912",
    unit: "bytes",
    doc: "Free disk space below which the node stops.",
  },
  "system-tracker-disk-warning-threshold-available-space": {
    type: "uint64",
    default: "1073741824",
    unit: "bytes",
    doc: "Free disk space below which it is unhealthy.",
  },
} as const satisfies FlagGroup;

const levels = ["verbo", "debug", "trace", "info", "warn", "error", "fatal", "off"] as const;

const log = {
  "log-level": {
    type: "text",
    default: "info",
    choices: levels,
    doc: `What <log-dir>/main.log gets: ${levels.join(", ")}.`,
  },
  "log-display-level": {
    type: "text",
    default: "",
    choices: ["", ...levels],
    doc: "What the terminal gets; as --log-level when not given.",
  },
  "log-format": {
    type: "text",
    default: "auto",
    choices: ["auto", "plain", "colors", "json"],
    doc: "auto is colors on a terminal and json otherwise; plain, colors and json force it.",
  },
  "log-dir": { type: "path", default: "$AVALANCHEGO_DATA_DIR/logs", doc: "Where logs are kept." },
  "log-rotater-max-size": {
    type: "uint",
    default: "8",
    unit: "MiB",
    doc: "Size at which a log file is put aside.",
  },
  "log-rotater-max-files": {
    type: "uint",
    default: "7",
    unit: "files",
    doc: "How many of those are kept; 0 keeps all.",
  },
  "log-rotater-max-age": {
    type: "uint",
    default: "0",
    unit: "days",
    doc: "How long they are kept; 0 is forever.",
  },
  "log-rotater-compress-enabled": {
    type: "bool",
    default: "false",
    doc: "Compress them with gzip.",
  },
} as const satisfies FlagGroup;

const health = {
  "health-check-frequency": {
    type: "duration",
    default: "30s",
    doc: "Time between two runs of the health checks; the first is at start.",
  },
  "network-health-min-conn-peers": {
    type: "uint",
    default: "1",
    unit: "peers",
    doc: "Fewer connections than this are unhealthy, for a node that needs any.",
  },
  "network-health-max-time-since-msg-received": {
    type: "duration",
    default: "1m0s",
    doc: "Silence from peers beyond which it is unhealthy.",
  },
  "network-health-max-time-since-msg-sent": {
    type: "duration",
    default: "1m0s",
    doc: "Silence towards peers beyond which it is unhealthy.",
  },
  "network-health-max-send-fail-rate": {
    type: "float",
    default: "0.9",
    unit: "share",
    doc: "Share of failed sends beyond which it is unhealthy.",
  },
  "router-health-max-outstanding-requests": {
    type: "uint",
    default: "1024",
    unit: "requests",
    doc: "API requests in work beyond which it is unhealthy.",
  },
  "network-health-max-outstanding-request-duration": {
    type: "duration",
    default: "5m0s",
    doc: "Age of the oldest of them beyond which it is unhealthy.",
  },
} as const satisfies FlagGroup;

const staking = {
  "staking-host": {
    type: "text",
    default: "",
    unit: "address",
    doc: "Host of the staking address that process.json tells.",
  },
  "staking-port": {
    type: "uint",
    default: "9651",
    unit: "port",
    doc: "Port of that address; 0 takes a free one. Nothing listens there.",
  },
  "staking-tls-cert-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/staking/staker.crt",
    doc: "Certificate that the node ID comes from; made at first start.",
  },
  "staking-tls-cert-file-content": {
    type: "base64",
    default: "",
    doc: "That certificate in base64.",
  },
  "staking-tls-key-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/staking/staker.key",
    doc: "Private key of the certificate.",
  },
  "staking-tls-key-file-content": { type: "base64", default: "", doc: "That key in base64." },
  "staking-ephemeral-cert-enabled": {
    type: "bool",
    default: "false",
    doc: "A new certificate and node ID at every start.",
  },
  "staking-signer-key-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/staking/signer.key",
    doc: "BLS secret key (32 bytes); made at first start.",
  },
  "staking-signer-key-file-content": { type: "base64", default: "", doc: "That key in base64." },
  "staking-ephemeral-signer-enabled": {
    type: "bool",
    default: "false",
    doc: "A new BLS key at every start.",
  },
  "sybil-protection-enabled": {
    type: "bool",
    default: "true",
    doc: "false: every node validates the primary network; not on mainnet or fuji.",
  },
  "sybil-protection-disabled-weight": {
    type: "uint64",
    default: "100",
    unit: "weight",
    doc: "Weight of each node in that case.",
  },
} as const satisfies FlagGroup;

const rules = {
  "uptime-requirement": {
    type: "float",
    default: "0.8",
    unit: "share",
    doc: "Share of its time that a validator must be up to be rewarded.",
  },
  "min-validator-stake": {
    type: "uint64",
    default: "2000000000000",
    unit: "nAVAX",
    doc: "Least stake of a validator.",
  },
  "max-validator-stake": {
    type: "uint64",
    default: "3000000000000000",
    unit: "nAVAX",
    doc: "Most stake on a validator.",
  },
  "min-delegator-stake": {
    type: "uint64",
    default: "25000000000",
    unit: "nAVAX",
    doc: "Least stake of a delegator.",
  },
  "min-delegation-fee": {
    type: "uint64",
    default: "20000",
    unit: "millionths",
    doc: "Least share that a validator may ask of its delegators' rewards.",
  },
  "min-stake-duration": { type: "duration", default: "24h0m0s", doc: "Shortest staking period." },
  "max-stake-duration": { type: "duration", default: "8760h0m0s", doc: "Longest staking period." },
  "stake-max-consumption-rate": {
    type: "uint64",
    default: "120000",
    unit: "millionths",
    doc: "Reward rate of the longest period.",
  },
  "stake-min-consumption-rate": {
    type: "uint64",
    default: "100000",
    unit: "millionths",
    doc: "Reward rate of the shortest period.",
  },
  "stake-minting-period": {
    type: "duration",
    default: "8760h0m0s",
    doc: "Period that those rates are for.",
  },
  "stake-supply-cap": {
    type: "uint64",
    default: "720000000000000000",
    unit: "nAVAX",
    doc: "Supply that rewards never pass.",
  },
} as const satisfies FlagGroup;

const fees = {
  "validator-fees-capacity": {
    type: "uint64",
    default: "20000",
    unit: "validators",
    doc: "Most active L1 validators.",
  },
  "validator-fees-target": {
    type: "uint64",
    default: "10000",
    unit: "validators",
    doc: "Their number at which the price stands still.",
  },
  "validator-fees-min-price": {
    type: "uint64",
    default: "1",
    unit: "nAVAX/s",
    doc: "Least price of one.",
  },
  "validator-fees-excess-conversion-constant": {
    type: "uint64",
    default: "865617",
    doc: "How fast that price follows the excess.",
  },
  "dynamic-fees-bandwidth-weight": {
    type: "uint64",
    default: "1",
    unit: "gas",
    doc: "Gas of a byte.",
  },
  "dynamic-fees-db-read-weight": {
    type: "uint64",
    default: "1000",
    unit: "gas",
    doc: "Gas of a database read.",
  },
  "dynamic-fees-db-write-weight": {
    type: "uint64",
    default: "1000",
    unit: "gas",
    doc: "Gas of a database write.",
  },
  "dynamic-fees-compute-weight": {
    type: "uint64",
    default: "4",
    unit: "gas",
    doc: "Gas of a unit of computation.",
  },
  "dynamic-fees-max-gas-capacity": {
    type: "uint64",
    default: "1000000",
    unit: "gas",
    doc: "Most gas kept for later use.",
  },
  "dynamic-fees-max-gas-per-second": {
    type: "uint64",
    default: "100000",
    unit: "gas/s",
    doc: "Rate at which it fills.",
  },
  "dynamic-fees-target-gas-per-second": {
    type: "uint64",
    default: "50000",
    unit: "gas/s",
    doc: "Use at which the price stands still.",
  },
  "dynamic-fees-min-gas-price": {
    type: "uint64",
    default: "1",
    unit: "nAVAX",
    doc: "Least price of gas.",
  },
  "dynamic-fees-excess-conversion-constant": {
    type: "uint64",
    default: "2164043",
    doc: "How fast that price follows the excess.",
  },
  "tx-fee": { type: "uint64", default: "1000000", unit: "nAVAX", doc: "Fee before Etna." },
  "create-asset-tx-fee": {
    type: "uint64",
    default: "1000000",
    unit: "nAVAX",
    doc: "Of a new asset.",
  },
  "create-subnet-tx-fee": {
    type: "uint64",
    default: "100000000",
    unit: "nAVAX",
    doc: "Of a new subnet.",
  },
  "transform-subnet-tx-fee": {
    type: "uint64",
    default: "100000000",
    unit: "nAVAX",
    doc: "Of making a subnet elastic.",
  },
  "create-blockchain-tx-fee": {
    type: "uint64",
    default: "100000000",
    unit: "nAVAX",
    doc: "Of a new chain.",
  },
  "add-primary-network-validator-fee": {
    type: "uint64",
    default: "0",
    unit: "nAVAX",
    doc: "Of a new validator.",
  },
  "add-primary-network-delegator-fee": {
    type: "uint64",
    default: "0",
    unit: "nAVAX",
    doc: "Of a new delegator.",
  },
  "add-subnet-validator-fee": {
    type: "uint64",
    default: "1000000",
    unit: "nAVAX",
    doc: "Of a new subnet validator.",
  },
  "add-subnet-delegator-fee": {
    type: "uint64",
    default: "1000000",
    unit: "nAVAX",
    doc: "Of a new subnet delegator.",
  },
} as const satisfies FlagGroup;

/** Groups of `--help`, in its order. */
export const flagGroups: readonly (readonly [title: string, flags: FlagGroup])[] = [
  ["General", general],
  ["Network", network],
  ["HTTP server", http],
  ["APIs", apis],
  ["Chain", chain],
  ["Store", store],
  ["Logs", log],
  ["Health", health],
  ["Identity and staking", staking],
  ["Staking rules, of networks other than mainnet and fuji", rules],
  ["Fees, of networks other than mainnet and fuji", fees],
];

export const flags = {
  ...general,
  ...network,
  ...http,
  ...apis,
  ...chain,
  ...store,
  ...log,
  ...health,
  ...staking,
  ...rules,
  ...fees,
};

export type FlagName = keyof typeof flags;
