import type { MetricValue, Registry } from "prom-client";
import type { Following } from "../../follow/following.ts";
import { bytesOfKey, type Id } from "../../formats/bytes.ts";
import type { LoadFigures } from "../../p2p/network-load.ts";
import type { Counts, TrafficFigures } from "../../p2p/traffic.ts";
import { type Op, opName } from "../../p2p/wire/messages.ts";
import { type MetricType, registerGauge, registerMetric } from "./metrics.ts";

/**
 * Adds the messages exchanged with peers, under AvalancheGo's names, so that its dashboards show them.
 * avalanchego network/metrics.go @ v1.14.2, network/peer/metrics.go @ v1.14.2, network/throttling/inbound_msg_byte_throttler.go @ v1.14.2,
 * snow/networking/handler/metrics.go @ v1.14.2
 */
export function registerPeerMetrics(
  registry: Registry,
  following: Pick<Following, "peers" | "traffic" | "load">,
  chainAlias: (chainID: Id) => string,
): void {
  registerGauge(registry, "avalanche_network_peers", "Number of network peers", () => [
    { value: following.peers().length, labels: {} },
  ]);
  for (const [name, help, type, read] of trafficMetrics) {
    registerMetric(registry, type, `avalanche_network_${name}`, help, () => {
      const traffic = following.traffic();
      return traffic === undefined ? [] : read(traffic);
    });
  }
  for (const [name, help, type, read] of loadMetrics) {
    registerMetric(registry, type, `avalanche_${name}`, help, () => {
      const load = following.load();
      return load === undefined ? [] : [{ value: read(load), labels: {} }];
    });
  }
  for (const [name, help, type, read] of handledMetrics) {
    registerMetric(registry, type, `avalanche_handler_${name}`, help, () =>
      byChain(following.load(), chainAlias, read),
    );
  }
}

type Metrics<Read> = readonly (readonly [
  name: string,
  help: string,
  type: MetricType,
  read: Read,
])[];

const trafficMetrics: Metrics<(traffic: TrafficFigures) => MetricValue<string>[]> = [
  ["msgs", "number of handled messages", "counter", byOpAndCompression],
  ["msgs_bytes", "number of message bytes", "counter", (traffic) => byOp(traffic, "bytes")],
  [
    "msgs_bytes_saved",
    "number of message bytes saved",
    "gauge",
    (traffic) => byOp(traffic, "savedBytes"),
  ],
  [
    "msgs_failed_to_send",
    "number of messages that failed to be sent",
    "counter",
    ({ sent, dropped }) =>
      [...new Set([...sent.keys(), ...dropped.keys()])].map((op) => ({
        value: dropped.get(op) ?? 0,
        labels: { op: opName(op) },
      })),
  ],
  [
    "msgs_failed_to_parse",
    "number of received messages that could not be parsed",
    "counter",
    ({ malformed }) => [{ value: malformed, labels: {} }],
  ],
  [
    "send_fail_rate",
    "Portion of messages that recently failed to be sent over the network",
    "gauge",
    ({ sendFailRate }) => [{ value: sendFailRate, labels: {} }],
  ],
  [
    "codec_compressed_count",
    "number of compressed messages",
    "counter",
    (traffic) => decompressed(traffic, ({ compressed }) => compressed),
  ],
  [
    "codec_compressed_duration",
    "time spent handling compressed messages",
    "gauge",
    (traffic) => decompressed(traffic, ({ codecMs }) => nanos(codecMs)),
  ],
  [
    "throttler_outbound_acquire_failures",
    "Number of times an outbound message was dropped because its peer was too slow",
    "counter",
    ({ dropped }) => [{ value: [...dropped.values()].reduce((a, b) => a + b, 0), labels: {} }],
  ],
];

const loadMetrics: Metrics<(load: LoadFigures) => number> = [
  [
    "requests_outstanding",
    "Number of outstanding requests",
    "gauge",
    (load) => load.requests.outstanding,
  ],
  [
    "requests_average_latency",
    "Average network latency in nanoseconds",
    "gauge",
    (load) => nanos(load.requests.averageLatencyMs),
  ],
  [
    "requests_current_timeout",
    "Duration of current network timeout in nanoseconds",
    "gauge",
    (load) => nanos(load.requests.timeoutMs),
  ],
  [
    "network_inbound_conn_throttler_rate_limited",
    "Times this node rejected an inbound connection due to rate-limiting",
    "counter",
    (load) => load.refusedConnections,
  ],
  [
    "network_bandwidth_throttler_inbound_awaiting_acquire",
    "Number of inbound messages waiting to acquire bandwidth from the inbound bandwidth throttler",
    "gauge",
    (load) => load.bandwidth.waiting,
  ],
  [
    "network_buffer_throttler_inbound_awaiting_acquire",
    "Number of inbound messages waiting to take space on the inbound message buffer",
    "gauge",
    (load) => load.handling.waiting,
  ],
  ...waits("network_buffer_throttler_inbound_acquire_latency", (load) => load.handling),
  [
    "network_byte_throttler_inbound_awaiting_acquire",
    "Number of inbound messages waiting to acquire space on the inbound message byte buffer",
    "gauge",
    (load) => load.receiving.waiting,
  ],
  ...waits("network_byte_throttler_inbound_acquire_latency", (load) => load.receiving),
  [
    "network_byte_throttler_inbound_awaiting_release",
    "Number of messages currently being read/handled",
    "gauge",
    (load) => load.openFrames,
  ],
  [
    "network_byte_throttler_inbound_remaining_at_large_bytes",
    "Bytes remaining in the at-large byte buffer",
    "gauge",
    (load) => load.freeBytes,
  ],
  [
    "network_throttler_outbound_awaiting_release",
    "Number of messages waiting to be sent",
    "gauge",
    (load) => load.unsent,
  ],
];

type Handled = {
  readonly messages: number;
  readonly durationMs: number;
  readonly unanswered: number;
};

const handledMetrics: Metrics<(handled: Handled) => number> = [
  ["messages", "messages handled", "counter", ({ messages }) => messages],
  [
    "message_handling_time",
    "time spent handling messages",
    "gauge",
    ({ durationMs }) => nanos(durationMs),
  ],
  ["sync_unprocessed_msgs_count", "messages in the queue", "gauge", ({ unanswered }) => unanswered],
];

function waits(
  name: string,
  read: (load: LoadFigures) => LoadFigures["handling"],
): Metrics<(load: LoadFigures) => number> {
  const what = "time (in ns) to get space on the inbound message buffer";
  return [
    [
      `${name}_count`,
      `Total # of observations of ${what}`,
      "counter",
      (load) => read(load).acquired,
    ],
    [`${name}_sum`, `Sum of ${what}`, "gauge", (load) => nanos(read(load).waitedMs)],
  ];
}

const directions = ["sent", "received"] as const;

function byOp(traffic: TrafficFigures, figure: "bytes" | "savedBytes"): MetricValue<string>[] {
  return directions.flatMap((io) =>
    [...traffic[io]].map(([op, counts]) => ({
      value: counts[figure],
      labels: { io, op: opName(op) },
    })),
  );
}

function byOpAndCompression(traffic: TrafficFigures): MetricValue<string>[] {
  return directions.flatMap((io) =>
    [...traffic[io]].flatMap(([op, { messages, compressed }]) =>
      [
        { value: messages - compressed, labels: { io, op: opName(op), compressed: "false" } },
        { value: compressed, labels: { io, op: opName(op), compressed: "true" } },
      ].filter(({ value }) => value > 0),
    ),
  );
}

/** This node compresses nothing that it sends. */
function decompressed(
  { received }: TrafficFigures,
  read: (counts: Counts) => number,
): MetricValue<string>[] {
  return [...received]
    .filter(([, { compressed }]) => compressed > 0)
    .map(([op, counts]) => ({
      value: read(counts),
      labels: { direction: "decompression", op: opName(op), type: "zstd" },
    }));
}

function byChain(
  load: LoadFigures | undefined,
  chainAlias: (chainID: Id) => string,
  read: (handled: Handled) => number,
): MetricValue<string>[] {
  return [...(load?.handled ?? [])].flatMap(([key, ofChain]) => {
    const chain = chainAlias(bytesOfKey(key));
    return [...ofChain].map(([op, handled]: [Op, Handled]) => ({
      value: read(handled),
      labels: { chain, op: opName(op) },
    }));
  });
}

function nanos(millis: number): number {
  return Math.round(millis * 1e6);
}
