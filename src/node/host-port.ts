import { isIPv6 } from "node:net";

/** `127.0.0.1:9650`, and `[::]:9650` for an address of version 6; an empty host is every address. */
export function joinHostPort(host: string, port: number): string {
  const address = host === "" ? "::" : host;
  return isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`;
}
