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
    (server) => server.refusedConnections,
  ],
  ["streams", "Open event streams", (server) => server.streams],
  [
    "client_bytes",
    "Bytes of long requests being read and of long responses not yet taken",
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
    "Connections that were ended because they did not move while others waited",
    (server) => server.budget.evictions,
  ],
  ["waiting_turns", "Calls that wait for their turn", (server) => server.turns.waiting],
];
