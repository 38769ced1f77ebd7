import { createServer, isIPv6 } from "node:net";

/** The staking address that the node reports. Nothing listens on it: a follower only dials its peers. */
export type StakingAddress = {
  readonly port: number;
  /** `[::]:9651` */
  readonly text: string;
};

/** Replaces port 0 by a free port, so that every node of a driver has its own address. */
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

/** `127.0.0.1:9650`, and `[::]:9650` for IPv6 addresses; an empty host means all addresses. */
export function joinHostPort(host: string, port: number): string {
  const address = host === "" ? "::" : host;
  return isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`;
}
