import { createServer, isIPv6 } from "node:net";

/** The address that the node is said to have among peers. Nothing listens there: this node talks to no peers. */
export type StakingAddress = {
  readonly port: number;
  /** `[::]:9651` */
  readonly text: string;
};

/** Port 0 becomes one that is free now, so that drivers have an address of their own for every node. */
export async function stakingAddress(host: string, port: number): Promise<StakingAddress> {
  const found = port === 0 ? await freePort(host) : port;
  return { port: found, text: joinHostPort(host, found) };
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, host === "" ? undefined : host, () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === "object" && address !== null) resolve(address.port);
      });
    });
  });
}

/** `127.0.0.1:9650`, and `[::]:9650` for an address of version 6; an empty host is every address. */
export function joinHostPort(host: string, port: number): string {
  const address = host === "" ? "::" : host;
  return isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`;
}
