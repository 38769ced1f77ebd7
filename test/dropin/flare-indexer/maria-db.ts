import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Whether MariaDB's server and client can be started. */
export function hasMariaDB(): boolean {
  return ["mariadbd", "mariadb", "mariadb-install-db"].every(
    (program) => spawnSync(program, ["--help"]).error === undefined,
  );
}

/** A MariaDB server on loopback with a database of its own, which goes when it is ended. */
export class MariaDB {
  static readonly database = "indexer";
  static readonly user = "indexer";
  static readonly password = "indexer";
  readonly port: number;
  readonly #folder: string;
  readonly #server: ReturnType<typeof spawn>;

  private constructor(port: number, folder: string, server: ReturnType<typeof spawn>) {
    this.port = port;
    this.#folder = folder;
    this.#server = server;
  }

  static async start(): Promise<MariaDB> {
    const folder = await mkdtemp(join(tmpdir(), "couloir-maria-"));
    const data = `--datadir=${join(folder, "data")}`;
    const account = process.getuid?.() === 0 ? ["--user=root"] : [];
    const installs = [...account, data, "--auth-root-authentication-method=normal"];
    await run("mariadb-install-db", ["--no-defaults", ...installs]);
    const port = await freePort();
    const places = [`--socket=${join(folder, "s")}`, `--port=${port}`, "--bind-address=127.0.0.1"];
    const server = spawn("mariadbd", ["--no-defaults", ...account, data, ...places], {
      stdio: "ignore",
    });
    const opened = new MariaDB(port, folder, server);
    await opened.#prepare();
    return opened;
  }

  /** The rows of a query, each by column. */
  async rows(sql: string): Promise<Record<string, string>[]> {
    const out = await this.#ask(sql, MariaDB.database);
    const [head = "", ...lines] = out.split("\n").filter((line) => line !== "");
    const names = head.split("\t");
    return lines.map((line) =>
      Object.fromEntries(line.split("\t").map((value, at) => [names[at]!, value])),
    );
  }

  async end(): Promise<void> {
    this.#server.kill();
    if (this.#server.exitCode === null) await once(this.#server, "exit");
    await rm(this.#folder, { recursive: true });
  }

  async #prepare(): Promise<void> {
    const { database, user, password } = MariaDB;
    const grants = ["localhost", "%"].map(
      (host) =>
        `CREATE USER '${user}'@'${host}' IDENTIFIED BY '${password}';
        GRANT ALL ON ${database}.* TO '${user}'@'${host}';`,
    );
    for (let tries = 0; ; tries++) {
      try {
        await this.#ask(`CREATE DATABASE ${database}; ${grants.join(" ")}`);
        return;
      } catch (error) {
        if (tries === 100) throw error;
        await sleep(100);
      }
    }
  }

  async #ask(sql: string, ...database: string[]): Promise<string> {
    const socket = `--socket=${join(this.#folder, "s")}`;
    const options = { maxBuffer: 2 ** 28 };
    const args = ["--no-defaults", socket, "--user=root", "--batch", "-e", sql, ...database];
    return (await run("mariadb", args, options)).stdout;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
