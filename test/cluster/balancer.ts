import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** How often the proxy asks each server whether it is ready. */
const checkMs = 200;

/** A load balancer as small as possible: gives each request to the next server that is ready. */
export class Balancer {
  readonly #servers: { readonly url: string; isReady: boolean }[] = [];
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  readonly #timer: NodeJS.Timeout;
  #turn = 0;

  private constructor() {
    this.#server = createServer((incoming, outgoing) => {
      const ready = this.#servers.filter(({ isReady }) => isReady);
      const target = ready[this.#turn++ % ready.length];
      const fail = () => {
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(503).end();
      };
      if (target === undefined) {
        fail();
        return;
      }
      const { method, url, headers } = incoming;
      const passed = request(
        `${target.url}${url}`,
        { method: method!, headers, agent: this.#agent },
        (answer) => {
          outgoing.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(outgoing).on("error", fail);
          answer.on("error", fail);
        },
      );
      passed.on("error", fail);
      incoming.pipe(passed);
    });
    this.#timer = setInterval(() => void this.#check(), checkMs);
  }

  static async start(): Promise<Balancer> {
    const proxy = new Balancer();
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get readyCount(): number {
    return this.#servers.filter(({ isReady }) => isReady).length;
  }

  add(url: string): void {
    this.#servers.push({ url, isReady: false });
  }

  remove(url: string): void {
    const at = this.#servers.findIndex((server) => server.url === url);
    this.#servers.splice(at, 1);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#agent.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #check(): Promise<void> {
    await Promise.all(
      this.#servers.map(async (server) => {
        const response = await fetch(`${server.url}/ext/health/readiness`).catch(() => undefined);
        server.isReady = response?.ok === true;
        await response?.arrayBuffer();
      }),
    );
  }
}
