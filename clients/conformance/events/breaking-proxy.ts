import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket, connect as tcpConnect } from "node:net";

/** After how many bytes from the node each connection breaks, in turn; later ones stay whole. */
const breaks = [0, 120, 500, 700, 1_000, 1_500, 2_200, 3_000, 4_000];

/**
 * A proxy in front of a node, at a fixed address, that breaks connections within heads, events and
 * lines.
 */
export class BreakingProxy {
  readonly #server: Server;
  readonly #nodeUrl: () => string;
  readonly #sockets = new Set<Socket>();
  #connections = 0;
  /** How many connections it has broken. */
  broken = 0;

  private constructor(nodeUrl: () => string) {
    this.#nodeUrl = nodeUrl;
    this.#server = createServer((client) => this.#carry(client));
  }

  /** `nodeUrl` is called again for each connection. */
  static async start(nodeUrl: () => string): Promise<BreakingProxy> {
    const proxy = new BreakingProxy(nodeUrl);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Closes the connections that clients keep open, because the node was replaced. */
  moveOn(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.moveOn();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #carry(client: Socket): void {
    const index = this.#connections++;
    let left = breaks[index] ?? Number.POSITIVE_INFINITY;
    const node = tcpConnect(Number(new URL(this.#nodeUrl()).port), "127.0.0.1");
    const finish = () => {
      this.broken++;
      node.destroy();
      // In turn as a node that ends, and as a connection that is cut.
      if (index % 2 === 0) client.end();
      else client.destroy();
    };
    node.on("data", (piece) => {
      if (left <= 0) return;
      client.write(piece.subarray(0, left));
      left -= piece.length;
      if (left <= 0) finish();
    });
    client.pipe(node);
    for (const socket of [client, node]) {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        node.destroy();
      });
    }
    // Not before the request: the fetch of Node 20 does not notice that until its time is over.
    if (left === 0) client.once("data", finish);
  }
}
