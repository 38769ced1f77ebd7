import type { HttpOptions } from "../../rpc/http/server.ts";
import { connectionsByOpenFiles } from "../files/open-files.ts";
import { readTlsFiles } from "../files/tls-files.ts";
import type { HttpConfig } from "../node-config.ts";

/** With many processes each gets so much, although that is more than its share: responses have up to some megabytes. */
const memoryShareMin = 32 * 1024 * 1024;

/**
 * The options of the HTTP server of each process, which share the memory for clients. Throws StartError if the TLS files
 * cannot be used.
 */
export function httpOptions(config: HttpConfig, processes = 1): HttpOptions {
  const { tls, memoryLimitBytes } = config;
  const share = Math.max(Math.floor(memoryLimitBytes / processes), memoryShareMin);
  return {
    host: config.host,
    port: config.port,
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
    timeouts: {
      readMs: config.readTimeoutMs,
      readHeaderMs: config.readHeaderTimeoutMs,
      writeMs: config.writeTimeoutMs,
      idleMs: config.idleTimeoutMs,
    },
    limits: {
      bodyBytes: config.bodyLimitBytes,
      batchCalls: config.batchLimit,
      clientBytes: Math.min(memoryLimitBytes, share),
      connections: Math.min(config.connectionLimit, connectionsByOpenFiles()),
      streams: config.streamLimit,
    },
    ...(tls !== undefined && { tls: readTlsFiles(tls) }),
  };
}
