/*
 * The flags of avalanchego config/flags.go @ v1.12.1, and of later versions, that have no effect on this node. It
 * accepts them so that launchers and configurations for AvalancheGo work unchanged. Types and defaults are
 * AvalancheGo's.
 */
import type { AcceptedFlag, AcceptedGroup, FlagType } from "./flag-types.ts";
import { flagGroups } from "./flags.ts";

const peers = {
  "network-peer-list-num-validator-ips": accepted("uint", "15"),
  "network-peer-list-pull-gossip-frequency": accepted("duration", "2s"),
  "network-peer-list-bloom-reset-frequency": accepted("duration", "1m0s"),
  "network-inbound-connection-throttling-cooldown": accepted("duration", "10s"),
  "network-inbound-connection-throttling-max-conns-per-sec": accepted("float", "256"),
  "network-outbound-connection-throttling-rps": accepted("uint", "50"),
  "network-outbound-connection-timeout": accepted("duration", "30s"),
  "network-initial-timeout": accepted("duration", "5s"),
  "network-minimum-timeout": accepted("duration", "2s"),
  "network-maximum-timeout": accepted("duration", "10s"),
  "network-maximum-inbound-timeout": accepted("duration", "10s"),
  "network-timeout-halflife": accepted("duration", "5m0s"),
  "network-timeout-coefficient": accepted("float", "2"),
  "network-read-handshake-timeout": accepted("duration", "15s"),
  "network-ping-timeout": accepted("duration", "30s"),
  "network-ping-frequency": accepted("duration", "22.5s"),
  "network-compression-type": accepted("text", "zstd"),
  "network-max-clock-difference": accepted("duration", "1m0s"),
  "network-require-validator-to-connect": accepted("bool", "false"),
  "network-peer-read-buffer-size": accepted("uint", "8192"),
  "network-peer-write-buffer-size": accepted("uint", "8192"),
  "network-tcp-proxy-enabled": accepted("bool", "false"),
  "network-tcp-proxy-read-timeout": accepted("duration", "3s"),
  "network-tls-key-log-file-unsafe": accepted("text", ""),
  "network-health-max-portion-send-queue-full": accepted("float", "0.9"),
  "network-initial-reconnect-delay": accepted("duration", "1s"),
  "network-max-reconnect-delay": accepted("duration", "1m0s"),
  "benchlist-fail-threshold": accepted("int", "10"),
  "benchlist-duration": accepted("duration", "15m0s"),
  "benchlist-min-failing-duration": accepted("duration", "2m30s"),
  "router-health-max-drop-rate": accepted("float", "1"),
  "health-check-averager-halflife": accepted("duration", "10s"),
  "uptime-metric-freq": accepted("duration", "30s"),
  "acp-support": accepted("ints", ""),
  "acp-object": accepted("ints", ""),
};

const throttling = {
  "throttler-inbound-at-large-alloc-size": accepted("uint64", "6291456"),
  "throttler-inbound-validator-alloc-size": accepted("uint64", "33554432"),
  "throttler-inbound-node-max-at-large-bytes": accepted("uint64", "2097152"),
  "throttler-inbound-node-max-processing-msgs": accepted("uint64", "1024"),
  "throttler-inbound-bandwidth-refill-rate": accepted("uint64", "524288"),
  "throttler-inbound-bandwidth-max-burst-size": accepted("uint64", "2097152"),
  "throttler-inbound-cpu-max-recheck-delay": accepted("duration", "5s"),
  "throttler-inbound-disk-max-recheck-delay": accepted("duration", "5s"),
  "throttler-outbound-at-large-alloc-size": accepted("uint64", "33554432"),
  "throttler-outbound-validator-alloc-size": accepted("uint64", "33554432"),
  "throttler-outbound-node-max-at-large-bytes": accepted("uint64", "2097152"),
  // AvalancheGo's defaults of the three CPU flags are shares of the machine's number of cores: 1, 0.8 and 0.125.
  "throttler-inbound-cpu-validator-alloc": accepted("float", ""),
  "throttler-inbound-cpu-max-non-validator-usage": accepted("float", ""),
  "throttler-inbound-cpu-max-non-validator-node-usage": accepted("float", ""),
  "throttler-inbound-disk-validator-alloc": accepted("float", "1073741824000"),
  "throttler-inbound-disk-max-non-validator-usage": accepted("float", "1073741824000"),
  "throttler-inbound-disk-max-non-validator-node-usage": accepted("float", "1073741824000"),
  "system-tracker-frequency": accepted("duration", "500ms"),
  "system-tracker-processing-halflife": accepted("duration", "15s"),
  "system-tracker-cpu-halflife": accepted("duration", "15s"),
  "system-tracker-disk-halflife": accepted("duration", "1m0s"),
};

const bootstrap = {
  "bootstrap-beacon-connection-timeout": accepted("duration", "1m0s"),
  "bootstrap-max-time-get-ancestors": accepted("duration", "50ms"),
  "bootstrap-ancestors-max-containers-sent": accepted("uint", "2000"),
  "bootstrap-ancestors-max-containers-received": accepted("uint", "2000"),
  "state-sync-ips": accepted("text", ""),
  "state-sync-ids": accepted("text", ""),
};

const consensus = {
  "consensus-app-concurrency": accepted("uint", "2"),
  "consensus-shutdown-timeout": accepted("duration", "1m0s"),
  "consensus-frontier-poll-frequency": accepted("duration", "100ms"),
  "snow-sample-size": accepted("int", "20"),
  "snow-quorum-size": accepted("int", "15"),
  "snow-preference-quorum-size": accepted("int", "15"),
  "snow-confidence-quorum-size": accepted("int", "15"),
  "snow-commit-threshold": accepted("int", "20"),
  "snow-concurrent-repolls": accepted("int", "4"),
  "snow-optimal-processing": accepted("int", "10"),
  "snow-max-processing": accepted("int", "256"),
  "snow-max-time-processing": accepted("duration", "30s"),
};

const vms = {
  "plugin-dir": accepted("path", "$AVALANCHEGO_DATA_DIR/plugins"),
  "log-disable-display-plugin-logs": accepted("bool", "false"),
  "meter-vms-enabled": accepted("bool", "true"),
  "chain-config-dir": accepted("path", "$AVALANCHEGO_DATA_DIR/configs/chains"),
  "chain-config-content": accepted("base64", ""),
  "subnet-config-dir": accepted("path", "$AVALANCHEGO_DATA_DIR/configs/subnets"),
  "subnet-config-content": accepted("base64", ""),
  "chain-data-dir": accepted("path", "$AVALANCHEGO_DATA_DIR/chainData"),
};

const go = {
  "fd-limit": accepted("uint64", "32768"),
  "db-config-file": accepted("path", ""),
  "db-config-file-content": accepted("base64", ""),
  "profile-dir": accepted("path", "$AVALANCHEGO_DATA_DIR/profiles"),
  "profile-continuous-enabled": accepted("bool", "false"),
  "profile-continuous-freq": accepted("duration", "15m0s"),
  "profile-continuous-max-files": accepted("int", "5"),
  "tracing-enabled": accepted("bool", "false"),
  "tracing-exporter-type": accepted("text", "grpc"),
  "tracing-endpoint": accepted("text", "localhost:4317"),
  "tracing-insecure": accepted("bool", "true"),
  "tracing-sample-rate": accepted("float", "0.1"),
  "tracing-headers": accepted("pairs", ""),
};

/**
 * config/flags.go @ v1.14.2. Its staking-rpc-signer-endpoint is rejected: ignoring it would start the node with a
 * different key.
 */
const later = {
  "network-no-ingress-connections-grace-period": accepted("duration", "10m0s"),
  "benchlist-halflife": accepted("duration", "1m0s"),
  "benchlist-unbench-probability": accepted("float", "0.2"),
  "benchlist-bench-probability": accepted("float", "0.5"),
  "proposervm-min-block-delay": accepted("duration", "1s"),
  "simplex-max-network-delay": accepted("duration", "5s"),
  "simplex-max-rebroadcast-wait": accepted("duration", "5s"),
};

const admin = { "api-admin-enabled": accepted("bool", "false") };

export const acceptedGroups: readonly AcceptedGroup[] = [
  { reason: "connections to peers have fixed limits", flags: peers },
  { reason: "messages of peers have fixed limits", flags: throttling },
  { reason: "bootstrapping has fixed limits", flags: bootstrap },
  { reason: "this node does not vote", flags: consensus },
  { reason: "this node runs only the P-chain's virtual machine", flags: vms },
  { reason: "it configures AvalancheGo's own process and database", flags: go },
  { reason: "there is no admin API", flags: admin },
  {
    reason: "they belong to features of later versions that this node does not have",
    flags: later,
  },
];

function accepted(type: FlagType, standard: string): AcceptedFlag {
  return { type, default: standard };
}

/** How the command line, the environment and the config file read a flag. */
export type KnownFlag = {
  readonly type: FlagType;
  readonly choices?: readonly string[];
  /** Why the flag has no effect; absent for a flag that this node uses. */
  readonly reason?: string;
};

/** Every flag by its name: first those that this node uses, then those that it only accepts. */
export const knownFlags: ReadonlyMap<string, KnownFlag> = new Map<string, KnownFlag>([
  ...flagGroups.flatMap(([, group]) => Object.entries(group)),
  ...acceptedGroups.flatMap(({ reason, flags }) =>
    Object.entries(flags).map(([name, flag]) => [name, { type: flag.type, reason }] as const),
  ),
]);
