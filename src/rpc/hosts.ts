import { isIP } from "node:net";

/**
 * Makes the filter against DNS rebinding: whether a request with this Host header is served. `*`
 * allows every host. Quirks kept from avalanchego api/server/allowed_hosts.go @ v1.12.1: a missing
 * or empty host and every IP address pass; `[::1]` without a port does not, since its brackets
 * stay.
 */
export const hostFilter = (
  allowedHosts: readonly string[],
): ((host: string | undefined) => boolean) => {
  if (allowedHosts.includes("*")) return () => true;
  const names = new Set(allowedHosts.map((name) => name.toLowerCase()));
  // Clients repeat themselves; the last host that passed needs no second look.
  let passed = "";
  return (host) => {
    if (host === undefined || host === "" || host === passed) return true;
    const name = withoutPort(host);
    const allowed = isAddress(name) || names.has(name.toLowerCase());
    if (allowed) passed = host;
    return allowed;
  };
};

// Go's net.ParseIP takes no zone.
const isAddress = (name: string): boolean => isIP(name) !== 0 && !name.includes("%");

const withoutPort = (host: string): string => {
  const colon = host.lastIndexOf(":");
  if (colon === -1) return host;
  if (host.startsWith("[")) {
    const bracket = host.indexOf("]");
    const plain = bracket === colon - 1 && !/[[\]]/.test(host.slice(1, bracket));
    return plain ? host.slice(1, bracket) : host;
  }
  return host.indexOf(":") === colon && !/[[\]]/.test(host) ? host.slice(0, colon) : host;
};
