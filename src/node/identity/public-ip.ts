import { isIP } from "node:net";
import type { Log } from "../logging/log.ts";
import type { Mode } from "../mode/decide-mode.ts";
import type { PublicIpConfig, PublicIpService } from "../node-config.ts";
import { StartError } from "../node-config.ts";
import { joinHostPort } from "./staking-address.ts";

const loopback = "127.0.0.1";
const answerTimeoutMs = 10_000;

/** The address that info.getNodeIP returns: the configured one, the one a resolution service reports, or loopback. */
export class PublicIp {
  #address: string;
  readonly #config: PublicIpConfig;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;

  /** Throws StartError if the configured address is not an IP address. */
  constructor(config: PublicIpConfig, log: Log) {
    const { address } = config;
    if (address !== undefined && isIP(address) === 0) {
      throw new StartError(`invalid public IP address ${JSON.stringify(address)}`);
    }
    this.#config = config;
    this.#log = log;
    this.#address = address ?? loopback;
  }

  /** `127.0.0.1:9651` */
  withPort(port: number): string {
    return joinHostPort(this.#address, port);
  }

  /** Starts asking the service, except on a node that is offline. Startup does not wait for the answer. */
  start(mode: Mode): void {
    const { service, frequencyMs } = this.#config;
    if (service === undefined) return;
    if (mode === "offline") {
      this.#log.info({}, "public-ip-resolution-service has no effect: the node is offline");
      return;
    }
    void this.#ask(service);
    this.#timer = setInterval(() => this.#ask(service), frequencyMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #ask(service: PublicIpService): Promise<void> {
    try {
      const address = await resolvers[service]();
      if (isIP(address) === 0)
        throw new Error(`the response is not an IP address: ${address.slice(0, 64)}`);
      if (address !== this.#address) this.#log.info({ address }, "public IP address resolved");
      this.#address = address;
    } catch (err) {
      this.#log.warn({ err, service }, "couldn't resolve the public IP address");
    }
  }
}

/** avalanchego utils/dynamicip @ v1.12.1 */
const resolvers: Readonly<Record<PublicIpService, () => Promise<string>>> = {
  opendns: async () => {
    const { Resolver } = await import("node:dns/promises");
    const resolver = new Resolver({ timeout: answerTimeoutMs, tries: 1 });
    // resolver1.opendns.com returns the address of the client.
    resolver.setServers(["208.67.222.222"]);
    const [address = ""] = await resolver.resolve4("myip.opendns.com");
    return address;
  },
  ifconfigco: () => askHttp("http://ifconfig.co"),
  ifconfigme: () => askHttp("http://ifconfig.me"),
};

async function askHttp(url: string): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: "text/plain", "user-agent": "curl" },
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  return (await response.text()).trim();
}
