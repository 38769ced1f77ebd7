import type { IncomingMessage } from "node:http";
import type { Place, Router } from "./router.ts";

const none: readonly string[] = [];
const allowedVerbs: ReadonlySet<string> = new Set(["GET", "POST", "HEAD", "OPTIONS"]);
const allowedHeaders: ReadonlySet<string> = new Set([
  "Origin",
  "Accept",
  "Content-Type",
  "X-Requested-With",
]);

/**
 * The rules for requests of web pages, whose browsers send their origin, over a list of origins: `*`, an exact origin, or one
 * with a single `*` in it. Without a list, pages of every origin may read what a public server serves. Pages of listed origins, of
 * the server's own and of loopback origins may use everything. Headers, as flat lists of names and values, are those of rs/cors
 * v1.7.0 with credentials allowed, which avalanchego api/server/server.go @ v1.12.1 uses.
 */
export class WebPages {
  readonly #patterns: readonly string[];
  readonly #trustsAll: boolean;
  readonly #router: Router;

  constructor(allowedOrigins: readonly string[], router: Router) {
    this.#patterns = allowedOrigins.map((origin) => origin.toLowerCase());
    this.#trustsAll = this.#patterns.includes("*");
    this.#router = router;
  }

  /** Headers that let a page read the response. */
  headers({ headers: { origin } }: IncomingMessage, verb: string): readonly string[] {
    return allowedVerbs.has(verb) ? this.#allowed(origin) : none;
  }

  /** Headers of the response to a preflight for a verb; empty when it is not allowed. Status and Vary never differ. */
  preflight(request: IncomingMessage, verb: string): readonly string[] {
    const { headers, url } = request;
    const place = this.#router.exact(url!) ?? this.#router.resolve(url!).place;
    if (this.isForeign(request) && isForOwnPages(place, verb)) return none;
    const allowed = this.#allowed(headers.origin);
    const upper = verb.toUpperCase();
    const names = headerNames(headers["access-control-request-headers"] ?? "");
    const isAllowed = allowedVerbs.has(upper) && names.every((name) => allowedHeaders.has(name));
    if (!isAllowed || allowed.length === 0) return none;
    const own = ["Access-Control-Allow-Methods", upper];
    if (names.length > 0) own.push("Access-Control-Allow-Headers", names.join(", "));
    return [...allowed, ...own];
  }

  /** Whether a page asks that may not even read what a public server serves. */
  isRefused(request: IncomingMessage): boolean {
    return this.isForeign(request) && this.headers(request, "GET").length === 0;
  }

  /** Whether a page asks that may only read what a public server serves. */
  isForeign({ url, headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined || this.#trustsAll) return false;
    const name = origin.toLowerCase();
    if (this.#isListed(name)) return false;
    // A target with a host of its own replaces the Host header. RFC 9112, section 3.2.2
    const target = url!.startsWith("/") ? undefined : this.#router.resolve(url!).host;
    const page = hostOf(name);
    return page === undefined || (page !== (target ?? host)?.toLowerCase() && !isLoopback(page));
  }

  /** Headers for pages of an origin; empty if they may read nothing. */
  #allowed(origin: string | undefined): readonly string[] {
    if (origin === undefined || origin === "") return none;
    if (this.#trustsAll || this.#patterns.length === 0) return allow("*");
    const name = origin.toLowerCase();
    return this.#isListed(name) || isLoopback(hostOf(name) ?? "") ? allow(origin) : none;
  }

  #isListed(name: string): boolean {
    return this.#patterns.some((pattern) => matches(pattern, name));
  }
}

/** Whether all that a path answers to a verb is for the server's own pages. */
export const isForOwnPages = (place: Place | undefined, verb: string): boolean => {
  if (place?.get !== undefined && (verb === "GET" || place.calls === undefined)) {
    return place.get.route.ownPagesOnly === true;
  }
  const methods = place?.calls?.service.methods;
  return methods !== undefined && [...methods.values()].every((method) => method.ownPagesOnly);
};

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
