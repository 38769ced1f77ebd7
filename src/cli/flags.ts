/*
 * Every flag that this node uses: the one table for the parser, `--help`, the environment and the config file. Names,
 * types and defaults are those of avalanchego config/flags.go @ v1.12.1; defaults that differ are network-id,
 * data-dir, index-enabled, api-keystore-enabled and http-allowed-origins. It is long because it is a table.
 */
import type { FlagGroup } from "./flag-types.ts";

const general = {
  help: { type: "bool", default: "false", doc: "Print this help and exit." },
  "help-all": {
    type: "bool",
    default: "false",
    doc: "Print all flags, including those without effect, and exit.",
  },
  version: { type: "bool", default: "false", doc: "Print the version and exit." },
  "version-json": { type: "bool", default: "false", doc: "Print the version as JSON and exit." },
  "config-file": {
    type: "path",
    default: "",
    doc: "JSON, YAML or TOML file with flags by name. --config-file-content overrides it.",
  },
  "config-file-content": {
    type: "base64",
    default: "",
    doc: "Content of a config file, in base64.",
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
    doc: "Directory for all data; $AVALANCHEGO_DATA_DIR in other paths refers to it.",
  },
  "process-context-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/process.json",
    doc: "File with process ID, URL and staking address, present while the node runs.",
  },
} as const satisfies FlagGroup;

const network = {
  "network-id": {
    type: "text",
    default: "local",
    unit: "network",
    doc: "mainnet, fuji, testnet, local, network-N or N. mainnet and fuji are followed unless --offline is given.",
  },
  "genesis-file": {
    type: "path",
    default: "",
    doc: "Genesis of a custom network, as JSON.",
  },
  "genesis-file-content": {
    type: "base64",
    default: "",
    doc: "The same in base64; overrides --genesis-file.",
  },
  "upgrade-file": {
    type: "path",
    default: "",
    doc: "Upgrade times of a custom network, as JSON; overrides --upgrade-file-content.",
  },
  "upgrade-file-content": {
    type: "base64",
    default: "",
    doc: "The same in base64.",
  },
  hardfork: {
    type: "text",
    default: "",
    choices: [
      "",
      "apricot",
      "banff",
      "cortina",
      "durango",
      "etna",
      "fortuna",
      "granite",
      "helicon",
    ],
    unit: "upgrade",
    doc: "Newest active upgrade of a new chain: apricot, banff, cortina, durango, etna, fortuna, granite or helicon. The default is helicon, or etna with --rules=avalanchego-1.12. The chain keeps it. A follower of a network without Helicon needs it, too.",
  },
  rules: {
    type: "text",
    default: "",
    choices: ["", "avalanchego-1.12", "newest"],
    doc: "Release whose rules a new chain uses where AvalancheGo changed them without an upgrade. The default is newest, or avalanchego-1.12 in the profile of that name. The chain keeps them.",
  },
  "bootstrap-ips": {
    type: "text",
    default: "",
    unit: "addresses",
    doc: "Nodes to follow from, IP:port,...; mainnet and fuji have built-in ones.",
  },
  "bootstrap-ids": {
    type: "text",
    default: "",
    unit: "node IDs",
    doc: "Their node IDs, in the same order.",
  },
  upstream: {
    type: "list",
    default: "",
    unit: "URLs",
    doc: "Follow the network over the HTTP APIs of these nodes instead of peers; several must agree.",
  },
  "upstream-header": {
    type: "text",
    default: "",
    unit: "header",
    doc: 'HTTP header for every request to an upstream, "Name: value", such as an API key.',
  },
  "follow-chains": {
    type: "text",
    default: "P",
    unit: "chains",
    doc: "Chains to follow, of P, X and C; P is always among them. X stores every block since it is linear, C those since --c-chain-start. Each costs up to 100 small requests a second, and the disk and traffic of its blocks: some 100 GB a year for C on mainnet.",
  },
  "c-chain-start": {
    type: "text",
    default: "latest",
    unit: "height",
    doc: "First block of the C-chain to store: latest, which is the tip at the first start, or a height. 0 stores all, which needs a peer that kept them. It cannot be changed later.",
  },
  "x-chain-dag": {
    type: "bool",
    default: "false",
    doc: "Fetch the vertices and transactions of the X-chain from before it was linear, too: some four million of each on mainnet, some 6 GB from peers and 12 GB on disk.",
  },
  "observatory-retention": {
    type: "duration",
    default: "17520h0m0s",
    doc: "How long a follower keeps what it observed of validators, hour by hour: two years by default. 0 keeps nothing.",
  },
  snapshot: {
    type: "path",
    default: "",
    doc: "Start a new follower from this file of `couloir snapshot export`; the history is replayed in the background.",
  },
  "snapshot-digest": {
    type: "text",
    default: "",
    unit: "hex",
    doc: "The digest that the snapshot must have, from a source that you trust.",
  },
  "network-allow-private-ips": {
    type: "bool",
    default: "false",
    doc: "Connect to peers with private addresses. The default is false on mainnet and fuji, and true on other networks.",
  },
  offline: {
    type: "bool",
    default: "false",
    doc: "Serve the stored chain; neither follow nor build blocks.",
  },
  "public-ip": {
    type: "text",
    default: "",
    unit: "address",
    doc: "Address that info.getNodeIP returns.",
  },
  "public-ip-resolution-service": {
    type: "text",
    default: "",
    choices: ["", "opendns", "ifconfigco", "ifconfigme"],
    doc: "Service that returns the public address.",
  },
  "public-ip-resolution-frequency": {
    type: "duration",
    default: "5m",
    doc: "How often to call that service.",
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
    doc: "Port to listen on; 0 picks a free port.",
  },
  "http-tls-enabled": { type: "bool", default: "false", doc: "Serve HTTPS." },
  "http-tls-key-file": { type: "path", default: "", doc: "Private key for HTTPS (PEM)." },
  "http-tls-key-file-content": { type: "base64", default: "", doc: "The same key in base64." },
  "http-tls-cert-file": { type: "path", default: "", doc: "Certificate for HTTPS (PEM)." },
  "http-tls-cert-file-content": {
    type: "base64",
    default: "",
    doc: "The same certificate in base64.",
  },
  "http-allowed-origins": {
    type: "list",
    default: "",
    unit: "origins",
    doc: "Origins whose pages may use everything, besides the node's own and loopback origins; each can have one * as a wildcard. If empty, pages of all other origins may read what --public serves.",
  },
  "http-allowed-hosts": {
    type: "list",
    default: "localhost",
    unit: "hosts",
    doc: "Host names accepted in requests, in addition to IP addresses; * accepts all.",
  },
  "http-read-timeout": {
    type: "duration",
    default: "30s",
    doc: "Maximum time to read a request.",
  },
  "http-read-header-timeout": {
    type: "duration",
    default: "30s",
    doc: "Maximum time to read the headers of a request.",
  },
  "http-write-timeout": {
    type: "duration",
    default: "30s",
    doc: "Maximum time to write a response.",
  },
  "http-idle-timeout": {
    type: "duration",
    default: "2m0s",
    doc: "How long to keep an idle connection open.",
  },
  "http-shutdown-wait": {
    type: "duration",
    default: "0s",
    doc: "How long to keep serving after SIGTERM or SIGINT, while reporting unhealthy.",
  },
  "http-shutdown-timeout": {
    type: "duration",
    default: "10s",
    doc: "Maximum time to finish open requests at shutdown.",
  },
  "http-body-limit": {
    type: "uint",
    default: "5242880",
    unit: "bytes",
    doc: "Maximum size of a request body; larger ones return 413.",
  },
  processes: {
    type: "text",
    default: "1",
    unit: "count",
    doc: "Number of processes that serve requests; one of them writes the chain. auto starts one for each core.",
  },
  "http-batch-limit": {
    type: "uint",
    default: "1000",
    unit: "requests",
    doc: "Maximum number of requests in a JSON-RPC batch.",
  },
  "http-memory-limit": {
    type: "uint",
    default: "100663296",
    unit: "bytes",
    doc: "Maximum memory for the requests and responses of all clients together; further ones wait, then get 503.",
  },
  "http-connection-limit": {
    type: "uint",
    default: "12000",
    unit: "connections",
    doc: "Maximum number of connections; a new one beyond it replaces an idle one or is closed. The default is 3,000 with --http-tls-enabled. On Linux, at most three quarters of the files that the process may open.",
  },
  "http-stream-limit": {
    type: "uint",
    default: "10000",
    unit: "streams",
    doc: "Maximum number of event streams; more get 503.",
  },
} as const satisfies FlagGroup;

const apis = {
  "api-profile": {
    type: "text",
    default: "spec",
    choices: ["spec", "avalanchego", "avalanchego-1.12"],
    doc: "Which behavior to serve when the specification and AvalancheGo differ: avalanchego is the newest release, avalanchego-1.12 is v1.12.1.",
  },
  public: {
    type: "bool",
    default: "false",
    doc: "Serve only what public servers offer: no keystore and health APIs, no node-local methods, and metrics only with --api-metrics-enabled.",
  },
  "api-info-enabled": { type: "bool", default: "true", doc: "Serve the info API." },
  "api-health-enabled": { type: "bool", default: "true", doc: "Serve the health API." },
  "api-keystore-enabled": { type: "bool", default: "true", doc: "Serve the keystore API." },
  "keystore-max-derivations": {
    type: "uint",
    default: "2",
    doc: "Maximum number of simultaneous key derivations, 64 MiB each: one for new users, the others for passwords of existing users.",
  },
  "keystore-max-guess-delay": {
    type: "duration",
    default: "1s",
    doc: "Longest delay after a wrong password; it doubles from 100ms.",
  },
  "keystore-max-imported-entries": {
    type: "uint",
    default: "10240",
    doc: "Maximum number of entries of an imported user: one for each key and one for each chain.",
  },
  "api-metrics-enabled": { type: "bool", default: "true", doc: "Serve /ext/metrics." },
  "api-events-enabled": { type: "bool", default: "true", doc: "Serve /ext/events." },
  "data-api": {
    type: "bool",
    default: "true",
    doc: "Serve the Data API at /v1: by default on dev nodes with a ledger, elsewhere only if set.",
  },
  mesh: {
    type: "bool",
    default: "true",
    doc: "Serve Mesh at /mesh: by default on dev nodes with a ledger, elsewhere only if set.",
  },
  mcp: {
    type: "bool",
    default: "true",
    doc: "Serve the methods as tools for AI agents (MCP) at /mcp: by default on dev nodes, elsewhere only if set.",
  },
  "mcp-allow-writes": {
    type: "bool",
    default: "false",
    doc: "Let the tools at /mcp change state, and use passwords and keys.",
  },
  "watch-config": {
    type: "path",
    default: "",
    doc: "JSON file with watches, which is read again at SIGHUP.",
  },
  "watch-allow-private-targets": {
    type: "bool",
    default: "false",
    doc: "Let watches send to private addresses, and with http.",
  },
  "watch-token-file": {
    type: "path",
    default: "",
    doc: "File with a token that calls to /ext/watch need, as Authorization: Bearer.",
  },
  "index-enabled": {
    type: "bool",
    default: "true",
    doc: "Index accepted containers and serve the index API.",
  },
  ledger: {
    type: "bool",
    default: "true",
    doc: "Write the ledger: what each block did to addresses, stakers and L1 validators.",
  },
  "index-allow-incomplete": {
    type: "bool",
    default: "false",
    doc: "Start even if an index would have gaps.",
  },
  "db-url": {
    type: "text",
    default: "",
    unit: "url",
    doc: "PostgreSQL database that gets a copy of the ledger and the older containers of the indices, postgres://user@host/database.",
  },
  "ledger-keep-blocks": {
    type: "uint",
    default: "0",
    doc: "Number of newest blocks whose rows of the ledger stay in the store: older ones are removed when the database of --db-url has them, and read there. 0 keeps all.",
  },
  "index-db-url": { type: "text", default: "", unit: "url", doc: "Older name of --db-url." },
  "vm-aliases-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/configs/vms/aliases.json",
    doc: "JSON map of VM IDs to names.",
  },
  "vm-aliases-file-content": { type: "base64", default: "", doc: "The same map in base64." },
  "chain-aliases-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/configs/chains/aliases.json",
    doc: "JSON map of chain IDs to names.",
  },
  "chain-aliases-file-content": { type: "base64", default: "", doc: "The same map in base64." },
} as const satisfies FlagGroup;

const chain = {
  "block-production": {
    type: "text",
    default: "auto",
    choices: ["auto", "manual"],
    doc: "auto builds blocks when needed, manual only on dev.* calls. A chain of replayed blocks starts in manual.",
  },
  "block-time": {
    type: "duration",
    default: "0s",
    doc: "Interval between blocks; 0 builds a block as soon as there is something to include.",
  },
  "gas-limit": {
    type: "text",
    default: "",
    unit: "gas|network",
    doc: "Gas available per block and per second on a dev node, at the minimum price; plentiful by default. network uses AvalancheGo's gas limits and prices.",
  },
  followable: {
    type: "bool",
    default: "false",
    doc: "Let other nodes follow this dev node, over HTTP or --staking-port.",
  },
  dev: {
    type: "bool",
    default: "true",
    doc: "Serve the dev API if the network is local and the host is loopback.",
  },
  "dangerously-expose-dev-api": {
    type: "bool",
    default: "false",
    doc: "Serve the dev API on any --http-host, as in a container: anyone who can reach the port controls the chain.",
  },
  ephemeral: {
    type: "bool",
    default: "false",
    doc: "Keep everything in memory: no database, keys or log file on disk.",
  },
  state: {
    type: "path",
    default: "",
    doc: "State file of an ephemeral node: loaded at start if it exists, saved at exit.",
  },
  timestamp: {
    type: "uint64",
    default: "0",
    unit: "Unix seconds",
    doc: "Start time of the node's clock and the local genesis; 0 uses the machine's clock.",
  },
  accounts: {
    type: "uint",
    default: "10",
    unit: "accounts",
    doc: "Number of funded keys of a dev node, at most 1000.",
  },
  balance: {
    type: "uint64",
    default: "300000",
    unit: "AVAX",
    doc: "Balance of each of these keys; without this flag, the first has the 30 million of AvalancheGo's genesis.",
  },
  stakers: {
    type: "uint",
    default: "5",
    unit: "validators",
    doc: "Number of validators in the local genesis, 1 to 5000.",
  },
  quiet: {
    type: "bool",
    default: "false",
    doc: "Print no banner, no log, and no lines for calls and blocks.",
  },
  json: { type: "bool", default: "false", doc: "Print the banner as one line of JSON." },
  "proposervm-use-current-height": {
    type: "bool",
    default: "false",
    doc: "Propose at the last accepted P-chain height instead of one a few seconds old.",
  },
  "track-subnets": {
    type: "list",
    default: "",
    unit: "subnet IDs",
    doc: "Subnets that this node tracks.",
  },
  "partial-sync-primary-network": {
    type: "bool",
    default: "false",
    doc: "Sync only the P-chain of the primary network; unhealthy if the node validates it.",
  },
} as const satisfies FlagGroup;

const store = {
  "db-type": {
    type: "text",
    default: "leveldb",
    choices: ["leveldb", "pebbledb", "memdb"],
    doc: "memdb keeps nothing on disk; the other two both select SQLite.",
  },
  "db-dir": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/db",
    doc: "Directory for databases, with one folder per network.",
  },
  "db-read-only": {
    type: "bool",
    default: "false",
    doc: "Use a temporary copy of the database and delete it at exit.",
  },
  "store-check-timeout": {
    type: "duration",
    default: "1m",
    doc: "Maximum time to check the store at start; the rest is checked while the node runs.",
  },
  "store-check-frequency": {
    type: "duration",
    default: "250ms",
    doc: "Interval between checks of the next pages while the node runs; 0 turns them off.",
  },
  "system-tracker-disk-required-available-space": {
    type: "uint64",
    default: "536870912",
    unit: "bytes",
    doc: "Free disk space below which the node rejects writes.",
  },
  "system-tracker-disk-warning-threshold-available-space": {
    type: "uint64",
    default: "1073741824",
    unit: "bytes",
    doc: "Free disk space below which the node reports unhealthy.",
  },
  "system-tracker-disk-required-available-space-percentage": {
    type: "uint64",
    default: "3",
    unit: "percent",
    doc: "The same in percent of the disk: in profile avalanchego, the node stops below this instead.",
  },
  "system-tracker-disk-warning-available-space-percentage": {
    type: "uint64",
    default: "10",
    unit: "percent",
    doc: "In profile avalanchego, the node reports unhealthy below this instead.",
  },
} as const satisfies FlagGroup;

const levels = ["verbo", "debug", "trace", "info", "warn", "error", "fatal", "off"] as const;

const log = {
  "log-level": {
    type: "text",
    default: "info",
    choices: levels,
    doc: `Level of <log-dir>/main.log: ${levels.join(", ")}.`,
  },
  "log-display-level": {
    type: "text",
    default: "",
    choices: ["", ...levels],
    doc: "Level of the terminal output; the default is --log-level.",
  },
  "log-format": {
    type: "text",
    default: "auto",
    choices: ["auto", "plain", "colors", "json"],
    doc: "auto uses colors on a terminal, plain there if NO_COLOR is set or TERM is dumb, and json otherwise.",
  },
  "log-dir": { type: "path", default: "$AVALANCHEGO_DATA_DIR/logs", doc: "Directory for logs." },
  "log-rotater-max-size": {
    type: "uint",
    default: "8",
    unit: "MiB",
    doc: "Size at which a log file is rotated.",
  },
  "log-rotater-max-files": {
    type: "uint",
    default: "7",
    unit: "files",
    doc: "Number of rotated files to keep; 0 keeps all.",
  },
  "log-rotater-max-age": {
    type: "uint",
    default: "0",
    unit: "days",
    doc: "Maximum age of rotated files; 0 keeps them forever.",
  },
  "log-rotater-compress-enabled": {
    type: "bool",
    default: "false",
    doc: "Compress rotated files with gzip.",
  },
} as const satisfies FlagGroup;

const health = {
  "health-check-frequency": {
    type: "duration",
    default: "30s",
    doc: "How often to run the health checks; the first run is at start.",
  },
  "network-health-min-conn-peers": {
    type: "uint",
    default: "1",
    unit: "peers",
    doc: "Minimum number of connected peers to be healthy while following.",
  },
  "network-health-max-time-since-msg-received": {
    type: "duration",
    default: "1m0s",
    doc: "Maximum time since a message from a peer to be healthy.",
  },
  "network-health-max-time-since-msg-sent": {
    type: "duration",
    default: "1m0s",
    doc: "Maximum time since a message to a peer to be healthy.",
  },
  "network-health-max-send-fail-rate": {
    type: "float",
    default: "0.9",
    unit: "share",
    doc: "Maximum share of failed sends to be healthy.",
  },
  "router-health-max-outstanding-requests": {
    type: "uint",
    default: "1024",
    unit: "requests",
    doc: "Maximum number of open API requests to be healthy.",
  },
  "network-health-max-outstanding-request-duration": {
    type: "duration",
    default: "5m0s",
    doc: "Maximum age of the oldest open API request to be healthy.",
  },
} as const satisfies FlagGroup;

const staking = {
  "staking-host": {
    type: "text",
    default: "",
    unit: "address",
    doc: "Address to listen on for peers while following; empty listens on all.",
  },
  "staking-port": {
    type: "uint",
    default: "9651",
    unit: "port",
    doc: "Port for peers, open only while following; 0 picks a free port.",
  },
  "staking-tls-cert-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/staking/staker.crt",
    doc: "Certificate that determines the node ID; created at first start.",
  },
  "staking-tls-cert-file-content": {
    type: "base64",
    default: "",
    doc: "The same certificate in base64.",
  },
  "staking-tls-key-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/staking/staker.key",
    doc: "Private key of the certificate.",
  },
  "staking-tls-key-file-content": { type: "base64", default: "", doc: "The same key in base64." },
  "staking-ephemeral-cert-enabled": {
    type: "bool",
    default: "false",
    doc: "Create a new certificate and node ID at every start.",
  },
  "staking-signer-key-file": {
    type: "path",
    default: "$AVALANCHEGO_DATA_DIR/staking/signer.key",
    doc: "BLS secret key (32 bytes); created at first start.",
  },
  "staking-signer-key-file-content": {
    type: "base64",
    default: "",
    doc: "The same key in base64.",
  },
  "staking-ephemeral-signer-enabled": {
    type: "bool",
    default: "false",
    doc: "Create a new BLS key at every start.",
  },
  "sybil-protection-enabled": {
    type: "bool",
    default: "true",
    doc: "false makes every node a validator of the primary network; not allowed on mainnet and fuji.",
  },
  "sybil-protection-disabled-weight": {
    type: "uint64",
    default: "100",
    unit: "weight",
    doc: "Weight of each node without sybil protection.",
  },
} as const satisfies FlagGroup;

const rules = {
  "uptime-requirement": {
    type: "float",
    default: "0.8",
    unit: "share",
    doc: "Share of its staking period that a validator must be up to be rewarded.",
  },
  "min-validator-stake": {
    type: "uint64",
    default: "2000000000000",
    unit: "nAVAX",
    doc: "Minimum stake of a validator.",
  },
  "max-validator-stake": {
    type: "uint64",
    default: "3000000000000000",
    unit: "nAVAX",
    doc: "Maximum stake on a validator.",
  },
  "min-delegator-stake": {
    type: "uint64",
    default: "25000000000",
    unit: "nAVAX",
    doc: "Minimum stake of a delegator.",
  },
  "min-delegation-fee": {
    type: "uint64",
    default: "20000",
    unit: "millionths",
    doc: "Minimum share of delegation rewards that a validator can charge.",
  },
  "min-stake-duration": { type: "duration", default: "24h0m0s", doc: "Minimum staking period." },
  "helicon-min-stake-duration": {
    type: "duration",
    default: "1h0m0s",
    doc: "The same for validators of the primary network since Helicon.",
  },
  "max-stake-duration": { type: "duration", default: "8760h0m0s", doc: "Maximum staking period." },
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
    doc: "Staking period to which these rates refer.",
  },
  "stake-supply-cap": {
    type: "uint64",
    default: "720000000000000000",
    unit: "nAVAX",
    doc: "Supply cap; rewards never exceed it.",
  },
} as const satisfies FlagGroup;

const fees = {
  "validator-fees-capacity": {
    type: "uint64",
    default: "20000",
    unit: "validators",
    doc: "Maximum number of active L1 validators.",
  },
  "validator-fees-target": {
    type: "uint64",
    default: "10000",
    unit: "validators",
    doc: "Number of active L1 validators at which their price is constant.",
  },
  "validator-fees-min-price": {
    type: "uint64",
    default: "1",
    unit: "nAVAX/s",
    doc: "Minimum price of an active L1 validator.",
  },
  "validator-fees-excess-conversion-constant": {
    type: "uint64",
    default: "865617",
    doc: "Larger values change this price more slowly.",
  },
  "dynamic-fees-bandwidth-weight": {
    type: "uint64",
    default: "1",
    unit: "gas",
    doc: "Gas per byte.",
  },
  "dynamic-fees-db-read-weight": {
    type: "uint64",
    default: "1000",
    unit: "gas",
    doc: "Gas per database read.",
  },
  "dynamic-fees-db-write-weight": {
    type: "uint64",
    default: "1000",
    unit: "gas",
    doc: "Gas per database write.",
  },
  "dynamic-fees-compute-weight": {
    type: "uint64",
    default: "4",
    unit: "gas",
    doc: "Gas per unit of computation.",
  },
  "dynamic-fees-max-gas-capacity": {
    type: "uint64",
    default: "1000000",
    unit: "gas",
    doc: "Maximum gas that can accumulate.",
  },
  "dynamic-fees-max-gas-per-second": {
    type: "uint64",
    default: "100000",
    unit: "gas/s",
    doc: "Gas that becomes available per second.",
  },
  "dynamic-fees-target-gas-per-second": {
    type: "uint64",
    default: "50000",
    unit: "gas/s",
    doc: "Gas use at which the gas price is constant.",
  },
  "dynamic-fees-min-gas-price": {
    type: "uint64",
    default: "1",
    unit: "nAVAX",
    doc: "Minimum price of gas.",
  },
  "dynamic-fees-excess-conversion-constant": {
    type: "uint64",
    default: "2164043",
    doc: "Larger values change this price more slowly.",
  },
  "tx-fee": { type: "uint64", default: "1000000", unit: "nAVAX", doc: "Base fee before Etna." },
  "create-asset-tx-fee": {
    type: "uint64",
    default: "1000000",
    unit: "nAVAX",
    doc: "Fee for creating an asset.",
  },
  "create-subnet-tx-fee": {
    type: "uint64",
    default: "100000000",
    unit: "nAVAX",
    doc: "Fee for creating a subnet.",
  },
  "transform-subnet-tx-fee": {
    type: "uint64",
    default: "100000000",
    unit: "nAVAX",
    doc: "Fee for making a subnet elastic.",
  },
  "create-blockchain-tx-fee": {
    type: "uint64",
    default: "100000000",
    unit: "nAVAX",
    doc: "Fee for creating a blockchain.",
  },
  "add-primary-network-validator-fee": {
    type: "uint64",
    default: "0",
    unit: "nAVAX",
    doc: "Fee for adding a validator.",
  },
  "add-primary-network-delegator-fee": {
    type: "uint64",
    default: "0",
    unit: "nAVAX",
    doc: "Fee for adding a delegator.",
  },
  "add-subnet-validator-fee": {
    type: "uint64",
    default: "1000000",
    unit: "nAVAX",
    doc: "Fee for adding a subnet validator.",
  },
  "add-subnet-delegator-fee": {
    type: "uint64",
    default: "1000000",
    unit: "nAVAX",
    doc: "Fee for adding a subnet delegator.",
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
