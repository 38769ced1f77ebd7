import { isIP } from "node:net";

export type HostFilter = (host: string | undefined) => boolean;

/**
 * Makes the filter against DNS rebinding: whether the server accepts a Host header. `*` allows every
 * host. As in avalanchego api/server/allowed_hosts.go @ v1.12.1, a missing or empty host and every IP
 * address pass, but `[::1]` without a port does not, because its brackets stay.
 */
export const hostFilter = (allowedHosts: readonly string[]): HostFilter => {
  if (allowedHosts.includes("*")) return () => true;
  const names = new Set(allowedHosts.map((name) => name.toLowerCase()));
  // Clients repeat themselves: remember the last host that passed.
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

/** The name in a Host header. */
export const withoutPort = (host: string): string => {
  const colon = host.lastIndexOf(":");
  if (colon === -1) return host;
  if (host.startsWith("[")) {
    const bracket = host.indexOf("]");
    const plain = bracket === colon - 1 && !/[[\]]/.test(host.slice(1, bracket));
    return plain ? host.slice(1, bracket) : host;
  }
  return host.indexOf(":") === colon && !/[[\]]/.test(host) ? host.slice(0, colon) : host;
};

const none: readonly string[] = [];
const allowedVerbs: ReadonlySet<string> = new Set(["GET", "POST", "HEAD", "OPTIONS"]);
const allowedHeaders: ReadonlySet<string> = new Set([
  "Origin",
  "Accept",
  "Content-Type",
  "X-Requested-With",
]);

/**
 * Cross-origin rules over a list of origins: `*`, an exact origin, or one with a single `*` in it.
 * Headers, as flat lists of names and values, are those of rs/cors v1.7.0 with credentials allowed, which avalanchego
 * api/server/server.go @ v1.12.1 uses. Without a list, pages of every origin may read what a public server serves. Pages of
 * listed origins, of the server's own and of loopback origins may use everything.
 */
export class Cors {
  readonly #patterns: readonly string[];
  readonly #trustsAll: boolean;

  constructor(allowedOrigins: readonly string[]) {
    this.#patterns = allowedOrigins.map((origin) => origin.toLowerCase());
    this.#trustsAll = this.#patterns.includes("*");
  }

  /** Whether pages of the origin may use everything. */
  isTrusted(origin: string, host: string | undefined): boolean {
    if (this.#trustsAll) return true;
    const name = origin.toLowerCase();
    if (this.#isListed(name)) return true;
    const page = hostOf(name);
    return page !== undefined && (page === host?.toLowerCase() || isLoopback(page));
  }

  /** For the response to a request with this origin and verb; empty when it is not allowed. */
  headers(origin: string, verb: string): readonly string[] {
    return origin === "" || !allowedVerbs.has(verb) ? none : (this.#allowed(origin) ?? none);
  }

  /** For the response to a preflight; empty when it is not allowed. Status and Vary never differ. */
  preflight(
    origin: string | undefined,
    verb: string,
    requested: string | undefined,
  ): readonly string[] {
    const allowed = origin === undefined || origin === "" ? undefined : this.#allowed(origin);
    const upper = verb.toUpperCase();
    if (allowed === undefined || !allowedVerbs.has(upper)) return none;
    const names = headerNames(requested ?? "");
    if (!names.every((name) => allowedHeaders.has(name))) return none;
    const headers = [...allowed, "Access-Control-Allow-Methods", upper];
    if (names.length > 0) headers.push("Access-Control-Allow-Headers", names.join(", "));
    return headers;
  }

  #allowed(origin: string): readonly string[] | undefined {
    if (this.#trustsAll || this.#patterns.length === 0) return allow("*");
    const name = origin.toLowerCase();
    const isAllowed = this.#isListed(name) || isLoopback(hostOf(name) ?? "");
    return isAllowed ? allow(origin) : undefined;
  }

  #isListed(name: string): boolean {
    return this.#patterns.some((pattern) => matches(pattern, name));
  }
}

/** Host and port of an origin in lower case; undefined for `null`. */
const hostOf = (origin: string): string | undefined => /^https?:\/\/([^/]+)$/.exec(origin)?.[1];

const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/.test(host);

const allow = (origin: string): readonly string[] => [
  "Access-Control-Allow-Origin",
  origin,
  "Access-Control-Allow-Credentials",
  "true",
];

const matches = (pattern: string, origin: string): boolean => {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === origin;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  return (
    origin.length >= before.length + after.length &&
    origin.startsWith(before) &&
    origin.endsWith(after)
  );
};

/** Splits at commas and spaces and writes each name in canonical case, such as `Content-Type`. */
const headerNames = (list: string): string[] =>
  list
    .split(/[\s,]+/)
    .filter((name) => name !== "")
    .map((name) => name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()));
