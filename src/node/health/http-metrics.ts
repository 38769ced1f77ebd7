import type { Registry } from "prom-client";
import type { RpcServer } from "../../rpc/http/server.ts";
import { registerGauge } from "./metrics.ts";

/** Adds what clients occupy, and how often a limit was reached. */
export function registerHttpMetrics(registry: Registry, server: () => RpcServer): void {
  for (const [name, help, read] of gauges) {
    registerGauge(registry, `couloir_http_${name}`, help, () => [
      { value: read(server()), labels: {} },
    ]);
  }
}

const gauges: readonly (readonly [string, string, (server: RpcServer) => number])[] = [
  ["connections", "Open connections", (server) => server.connections],
  [
    "refused_connections",
    "Connections closed because there were too many",
    (server) => server.door.refused,
  ],
  ["connections_limit", "Their limit", (server) => server.limits.connections],
  ["streams", "Open event streams", (server) => server.streams],
  ["streams_limit", "Their limit", (server) => server.limits.streams],
  [
    "refused_streams",
    "Event streams that got 503 because there were too many",
    (server) => server.refusals.streams,
  ],
  [
    "refused_bodies",
    "Requests that got 413 because their body was too long",
    (server) => server.refusals.bodies,
  ],
  [
    "refused_calls",
    "Calls and batches refused because they had too many parts, or responses that were too long",
    (server) => server.refusals.calls,
  ],
  [
    "client_bytes",
    "Bytes of long requests being received and of long responses that clients have not read yet",
    (server) => server.budget.bytes,
  ],
  ["client_bytes_limit", "Their limit", (server) => server.budget.bytesMax],
  ["waiting_for_memory", "Requests that wait for that limit", (server) => server.budget.waiting],
  [
    "refused_for_memory",
    "Requests that waited too long for that limit and got 503",
    (server) => server.budget.refusals,
  ],
  [
    "ended_for_memory",
    "Connections closed because they transferred nothing while others waited",
    (server) => server.budget.evictions,
  ],
  [
    "waiting_handshakes",
    "TLS handshakes that wait for their turn",
    (server) => server.door.handshakes.waiting,
  ],
  [
    "ended_handshakes",
    "TLS handshakes that ended unfinished because others waited",
    (server) => server.door.handshakes.ended,
  ],
  ["waiting_turns", "Calls that wait for their turn", (server) => server.scheduler.waiting],
];
