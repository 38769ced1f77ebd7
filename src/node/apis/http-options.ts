import type { HttpOptions } from "../../rpc/http/server.ts";
import { readTextOrContent } from "../files/file-or-content.ts";
import type { HttpConfig } from "../node-config.ts";

/** The options of the HTTP server. Throws StartError if the TLS files cannot be read. */
export function httpOptions(config: HttpConfig): HttpOptions {
  const { tls } = config;
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
      clientBytes: config.memoryLimitBytes,
      connections: config.connectionLimit,
      streams: config.streamLimit,
    },
    ...(tls !== undefined && {
      tls: { key: readTextOrContent(tls.key)!, cert: readTextOrContent(tls.certificate)! },
    }),
  };
}
