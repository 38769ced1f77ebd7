import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** The checker, and the node that it checks. */
export type MeshCli = {
  readonly program: string;
  /** Of the node, without `/mesh`. */
  readonly url: string;
  /** The node's name of its network. */
  readonly network: string;
};

/** A chain is at its tip if its last block is younger than this; recorded chains are older. */
const tenYearsS = 315_360_000;

export function baseConfig(url: string, network: string) {
  return {
    network: {
      blockchain: "avalanche",
      network,
      sub_network_identifier: { network: "P" },
    },
    online_url: `${url}/mesh`,
    http_timeout: 60,
    max_retries: 5,
    max_online_connections: 20,
    max_sync_concurrency: 8,
    tip_delay: tenYearsS,
    coin_supported: true,
    error_stack_trace_disabled: true,
  };
}

/** The line of the output that says why a check ended. */
export function lastLine(output: string): string {
  const lines = output.trim().split("\n");
  return lines.findLast((line) => /fail|error|conflict/i.test(line)) ?? lines.at(-1) ?? "";
}

/** For the status of a check, whose own default only one check at a time can have. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
