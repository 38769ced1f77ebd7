import type { MetricValue, Registry } from "prom-client";
import type { Following } from "../../follow/following.ts";
import type { TrafficFigures } from "../../p2p/traffic.ts";
import { registerGauge } from "./metrics.ts";

/**
 * Adds the messages exchanged with peers, under AvalancheGo's names, so that its dashboards show them.
 * avalanchego network/metrics.go, network/peer/metrics.go @ v1.14.2
 */
export function registerPeerMetrics(
  registry: Registry,
  following: Pick<Following, "peers" | "traffic">,
): void {
  registerGauge(registry, "avalanche_network_peers", "Number of network peers", () => [
    { value: following.peers().length, labels: {} },
  ]);
  for (const [name, help, read] of trafficGauges) {
    registerGauge(registry, `avalanche_network_${name}`, help, () => {
      const traffic = following.traffic();
      return traffic === undefined ? [] : read(traffic);
    });
  }
}

const trafficGauges: readonly [
  name: string,
  help: string,
  read: (traffic: TrafficFigures) => MetricValue<string>[],
][] = [
  ["msgs", "number of handled messages", (traffic) => byOp(traffic, "messages")],
  ["msgs_bytes", "number of message bytes", (traffic) => byOp(traffic, "bytes")],
  [
    "msgs_failed_to_send",
    "number of messages that failed to be sent",
    ({ dropped }) => [...dropped].map(([op, value]) => ({ value, labels: { op: snakeCase(op) } })),
  ],
  [
    "msgs_failed_to_parse",
    "number of received messages that could not be parsed",
    ({ malformed }) => [{ value: malformed, labels: {} }],
  ],
  [
    "send_fail_rate",
    "Portion of messages that recently failed to be sent over the network",
    ({ sendFailRate }) => [{ value: sendFailRate, labels: {} }],
  ],
];

function byOp(traffic: TrafficFigures, figure: "messages" | "bytes"): MetricValue<string>[] {
  return (["sent", "received"] as const).flatMap((io) =>
    [...traffic[io]].map(([op, counts]) => ({
      value: counts[figure],
      labels: { io, op: snakeCase(op) },
    })),
  );
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
