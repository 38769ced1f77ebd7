import type { IncomingMessage } from "node:http";
import type { Asked } from "./method.ts";

const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** How a call came over HTTP. */
export class AskedOverHttp implements Asked {
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  /** By the Host header, or, where that names no host, by this end of the connection. */
  get origin(): string {
    const { headers, socket } = this.#request;
    const scheme = "encrypted" in socket ? "https" : "http";
    const { host } = headers;
    if (host !== undefined && plainHost.test(host)) return `${scheme}://${host}`;
    const { localAddress = "127.0.0.1", localPort } = socket;
    const address = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
    return `${scheme}://${address}:${localPort}`;
  }
}
