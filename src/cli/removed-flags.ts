/*
 * Flags that earlier releases of AvalancheGo had: every name in its config/keys.go and config/flags.go, and before those in
 * main/params.go, from v0.1.0 to v1.14.2 that v1.14.2 does not have. Configurations that were written for them are still in use.
 */
/** The status of a flag that AvalancheGo no longer has. */
export type RemovedFlag = {
  /** The last release that had it. */
  readonly until: string;
  /** The flag to use instead, if there is one. */
  readonly successor?: string;
  /** What to use where no flag replaces it. */
  readonly instead?: string;
};

const auth = "put a reverse proxy that authenticates in front of the node";
const ipcs = "/ext/events streams accepted blocks and transactions";

const renamed = {
  "ava-tx-fee": { until: "v0.5.7", successor: "tx-fee" },
  "staking-tls-enabled": { until: "v0.5.7", successor: "sybil-protection-enabled" },
  "min-stake": { until: "v0.8.3", successor: "min-validator-stake" },
  "network-timeout-multiplier": { until: "v1.0.1", successor: "network-timeout-coefficient" },
  "network-timeout-increase": { until: "v1.0.3", successor: "network-timeout-coefficient" },
  "network-timeout-reduction": { until: "v1.0.3", successor: "network-timeout-halflife" },
  "db-enabled": { until: "v1.4.9", successor: "db-type" },
  "max-pending-msgs": { until: "v1.4.9", successor: "throttler-inbound-node-max-processing-msgs" },
  "staker-msg-reserved": { until: "v1.4.9", successor: "throttler-inbound-validator-alloc-size" },
  "conn-meter-max-conns": {
    until: "v1.4.10",
    successor: "network-inbound-connection-throttling-max-conns-per-sec",
  },
  "conn-meter-reset-duration": {
    until: "v1.4.10",
    successor: "network-inbound-connection-throttling-cooldown",
  },
  "send-queue-size": { until: "v1.4.10", successor: "throttler-outbound-node-max-at-large-bytes" },
  "creation-tx-fee": { until: "v1.4.12", successor: "create-asset-tx-fee" },
  "inbound-connection-throtting-cooldown": {
    until: "v1.4.12",
    successor: "network-inbound-connection-throttling-cooldown",
  },
  "max-non-staker-pending-msgs": {
    until: "v1.4.12",
    successor: "throttler-inbound-at-large-alloc-size",
  },
  "staker-cpu-reserved": { until: "v1.4.12", successor: "throttler-inbound-cpu-validator-alloc" },
  "coreth-config": { until: "v1.6.1", successor: "chain-config-dir" },
  "bootstrap-multiput-max-containers-received": {
    until: "v1.7.3",
    successor: "bootstrap-ancestors-max-containers-received",
  },
  "bootstrap-multiput-max-containers-sent": {
    until: "v1.7.3",
    successor: "bootstrap-ancestors-max-containers-sent",
  },
  "inbound-connection-throttling-max-recent": {
    until: "v1.7.6",
    successor: "network-inbound-connection-throttling-max-conns-per-sec",
  },
  "network-get-version-timeout": { until: "v1.7.6", successor: "network-read-handshake-timeout" },
  "network-peer-list-size": { until: "v1.7.6", successor: "network-peer-list-num-validator-ips" },
  "log-display-highlight": { until: "v1.7.10", successor: "log-format" },
  "boostrap-max-time-get-ancestors": {
    until: "v1.8.6",
    successor: "bootstrap-max-time-get-ancestors",
  },
  "dynamic-public-ip": { until: "v1.9.0", successor: "public-ip-resolution-service" },
  "dynamic-update-duration": { until: "v1.9.0", successor: "public-ip-resolution-frequency" },
  "build-dir": { until: "v1.9.5", successor: "plugin-dir" },
  "whitelisted-subnets": { until: "v1.9.9", successor: "track-subnets" },
  genesis: { until: "v1.10.5", successor: "genesis-file" },
  "genesis-content": { until: "v1.10.5", successor: "genesis-file-content" },
  "inbound-connection-throttling-cooldown": {
    until: "v1.10.5",
    successor: "network-inbound-connection-throttling-cooldown",
  },
  "inbound-connection-throttling-max-conns-per-sec": {
    until: "v1.10.5",
    successor: "network-inbound-connection-throttling-max-conns-per-sec",
  },
  "network-compression-enabled": { until: "v1.10.5", successor: "network-compression-type" },
  "outbound-connection-throttling-rps": {
    until: "v1.10.5",
    successor: "network-outbound-connection-throttling-rps",
  },
  "outbound-connection-timeout": {
    until: "v1.10.5",
    successor: "network-outbound-connection-timeout",
  },
  "staking-disabled-weight": { until: "v1.10.5", successor: "sybil-protection-disabled-weight" },
  "staking-enabled": { until: "v1.10.5", successor: "sybil-protection-enabled" },
  "network-peer-list-gossip-frequency": {
    until: "v1.11.2",
    successor: "network-peer-list-pull-gossip-frequency",
  },
  "snow-rogue-commit-threshold": { until: "v1.11.4", successor: "snow-commit-threshold" },
  "snow-virtuous-commit-threshold": { until: "v1.11.4", successor: "snow-commit-threshold" },
} as const satisfies Record<string, RemovedFlag>;

const removed = {
  "api-require-auth": { until: "v0.8.1", instead: auth },
  "p2p-tls-enabled": { until: "v1.0.3" },
  "xput-server-enabled": { until: "v1.0.3" },
  "xput-server-port": { until: "v1.0.3" },
  "fetch-only": { until: "v1.4.12" },
  "bootstrap-retry-max-attempts": { until: "v1.5.0" },
  "consensus-app-gossip-size": { until: "v1.6.0" },
  "snow-epoch-duration": { until: "v1.6.5" },
  "snow-epoch-first-transition": { until: "v1.6.5" },
  "benchlist-peer-summary-enabled": { until: "v1.7.6" },
  "network-peer-list-gossip-size": { until: "v1.7.6" },
  "network-peer-list-staker-gossip-fraction": { until: "v1.7.6" },
  "peer-alias-timeout": { until: "v1.7.6" },
  "consensus-accepted-frontier-gossip-size": { until: "v1.7.9" },
  "consensus-on-accept-gossip-size": { until: "v1.7.9" },
  "reset-proposervm-height-index": { until: "v1.7.10" },
  "state-sync-disable-requests": { until: "v1.7.12" },
  "signature-verification-enabled": { until: "v1.7.18" },
  "assertions-enabled": { until: "v1.8.6" },
  "plugin-mode-enabled": { until: "v1.9.8" },
  "snow-avalanche-batch-size": { until: "v1.10.0" },
  "snow-avalanche-num-parents": { until: "v1.10.0" },
  "snow-mixed-query-num-push-non-vdr": { until: "v1.10.2" },
  "snow-mixed-query-num-push-vdr": { until: "v1.10.2" },
  "consensus-gossip-frequency": { until: "v1.10.5" },
  "bootstrap-retry-enabled": { until: "v1.10.15" },
  "bootstrap-retry-warn-frequency": { until: "v1.10.15" },
  "consensus-accepted-frontier-gossip-frequency": { until: "v1.10.16" },
  "api-auth-password": { until: "v1.11.1", instead: auth },
  "api-auth-password-file": { until: "v1.11.1", instead: auth },
  "api-auth-required": { until: "v1.11.1", instead: auth },
  "api-ipcs-enabled": { until: "v1.11.1", instead: ipcs },
  "consensus-app-gossip-non-validator-size": { until: "v1.11.1" },
  "consensus-app-gossip-peer-size": { until: "v1.11.1" },
  "consensus-app-gossip-validator-size": { until: "v1.11.1" },
  "ipcs-chain-ids": { until: "v1.11.1", instead: ipcs },
  "ipcs-path": { until: "v1.11.1", instead: ipcs },
  "consensus-accepted-frontier-gossip-non-validator-size": { until: "v1.11.2" },
  "consensus-accepted-frontier-gossip-peer-size": { until: "v1.11.2" },
  "consensus-accepted-frontier-gossip-validator-size": { until: "v1.11.2" },
  "consensus-on-accept-gossip-non-validator-size": { until: "v1.11.2" },
  "consensus-on-accept-gossip-peer-size": { until: "v1.11.2" },
  "consensus-on-accept-gossip-validator-size": { until: "v1.11.2" },
  "network-peer-list-non-validator-gossip-size": { until: "v1.11.2" },
  "network-peer-list-peers-gossip-size": { until: "v1.11.2" },
  "network-peer-list-validator-gossip-size": { until: "v1.11.2" },
} as const satisfies Record<string, RemovedFlag>;

export const removedFlags: ReadonlyMap<string, RemovedFlag> = new Map<string, RemovedFlag>([
  ...Object.entries(renamed),
  ...Object.entries(removed),
]);

/** `which AvalancheGo had until v1.9.9: use track-subnets instead`: the end of a sentence about a removed flag. */
export function remedyOf(
  { until, successor, instead }: RemovedFlag,
  shown: (flag: string) => string,
): string {
  const history = `which AvalancheGo had until ${until}`;
  if (successor !== undefined) return `${history}: use ${shown(successor)} instead`;
  return instead === undefined
    ? `${history}: remove it, nothing replaces it`
    : `${history}: ${instead}`;
}
