import type { IncomingMessage } from "node:http";
import { Cors } from "./access.ts";
import type { Place, Router } from "./router.ts";

/** Applies the rules for requests of web pages, whose browsers send their origin. */
export class WebPages {
  readonly #cors: Cors;
  readonly #router: Router;

  constructor(allowedOrigins: readonly string[], router: Router) {
    this.#cors = new Cors(allowedOrigins);
    this.#router = router;
  }

  /** Headers that let a page read the response. */
  headers({ headers: { origin } }: IncomingMessage, verb: string): readonly string[] {
    return origin === undefined ? none : this.#cors.headers(origin, verb);
  }

  /** Headers of the response to a preflight for a verb. */
  preflight(request: IncomingMessage, verb: string): readonly string[] {
    const { headers, url } = request;
    const place = this.#router.exact(url!) ?? this.#router.resolve(url!).place;
    if (isForOwnPages(place, verb) && this.isForeign(request)) return none;
    return this.#cors.preflight(headers.origin, verb, headers["access-control-request-headers"]);
  }

  /** Whether a page asks that may not even read what a public server serves. */
  isRefused(request: IncomingMessage): boolean {
    return this.isForeign(request) && this.headers(request, "GET").length === 0;
  }

  /** Whether a page asks that may only read what a public server serves. */
  isForeign({ url, headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined) return false;
    // A target with a host of its own replaces the Host header. RFC 9112, section 3.2.2
    const target = url!.startsWith("/") ? undefined : this.#router.resolve(url!).host;
    return !this.#cors.isTrusted(origin, target ?? host);
  }
}

const none: readonly string[] = [];

/** Whether all that a path answers to a verb is for the server's own pages. */
export const isForOwnPages = (place: Place | undefined, verb: string): boolean => {
  if (place?.get !== undefined && (verb === "GET" || place.calls === undefined)) {
    return place.get.route.ownPagesOnly === true;
  }
  const methods = place?.calls?.service.methods;
  return methods !== undefined && [...methods.values()].every((method) => method.ownPagesOnly);
};
