import { withoutPort } from "./access.ts";
import type { Description } from "./description.ts";

const line = "invalid host specified\n";
/** Clients choose the names: the log has each of the first ones, once. */
const loggedNamesMax = 100;

/** Refuses requests for hosts that are not allowed, and names the flag that allows them. */
export class RefusedHosts {
  readonly #description: Pick<Description, "dialect" | "log">;
  readonly #logged = new Set<string>();

  constructor(description: Pick<Description, "dialect" | "log">) {
    this.#description = description;
  }

  /** Logs the host when it is new. Returns the body of the response: for `gorilla`, AvalancheGo's line alone. */
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
