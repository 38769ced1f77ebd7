import { isIP } from "node:net";
import type { Description } from "./description.ts";

const line = "invalid host specified\n";
/** Clients choose the names: the log has each of the first ones, once. */
const loggedNamesMax = 100;

/**
 * The filter against DNS rebinding: which Host headers the server accepts. `*` allows every host. As in avalanchego
 * api/server/allowed_hosts.go @ v1.12.1, a missing or empty host and every IP address pass, but `[::1]` without a port does not,
 * because its brackets stay.
 */
export class AllowedHosts {
  readonly #description: Pick<Description, "dialect" | "log">;
  readonly #allowsAll: boolean;
  readonly #names: ReadonlySet<string>;
  readonly #logged = new Set<string>();
  /** Clients repeat themselves: the last host that passed. */
  #passed = "";

  constructor(names: readonly string[], description: Pick<Description, "dialect" | "log">) {
    this.#description = description;
    this.#allowsAll = names.includes("*");
    this.#names = new Set(names.map((name) => name.toLowerCase()));
  }

  has(host: string | undefined): boolean {
    if (this.#allowsAll || host === undefined || host === "" || host === this.#passed) return true;
    const name = withoutPort(host);
    const isAllowed = isAddress(name) || this.#names.has(name.toLowerCase());
    if (isAllowed) this.#passed = host;
    return isAllowed;
  }

  /**
   * Returns the body of the response to a request for a host that is not allowed: it names the flag that allows it, but for
   * `gorilla` it is AvalancheGo's line alone. Logs a new host.
   */
  refuse(host: string): string {
    const { dialect, log } = this.#description;
    const name = withoutPort(host);
    if (!this.#logged.has(name) && this.#logged.size < loggedNamesMax) {
      this.#logged.add(name);
      const message = "a request was refused: --http-allowed-hosts does not have its host";
      log.warn({ host: name.slice(0, 255) }, message);
    }
    if (dialect === "gorilla") return line;
    const isPlain = /^[\w.-]{1,253}$/.test(name);
    return `${line}--http-allowed-hosts=${isPlain ? name : "NAME"} allows it.\n`;
  }
}

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
