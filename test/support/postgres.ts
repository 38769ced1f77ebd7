import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** What is missing for a PostgreSQL of the tests' own; undefined if nothing is. */
export function missingPostgres(): string | undefined {
  if (binaries() === undefined) return "there is no initdb on PATH or in /usr/lib/postgresql";
  const isRoot = process.getuid?.() === 0;
  if (isRoot && serverUser() === undefined) return "root needs a user postgres or nobody to run it";
  return undefined;
}

/** The password that every URL holds; no log and no message may. */
export const serverPassword = "sWordfish-42-pg";

const user = "couloir";

/** Of a server that starts fast and takes little memory. */
const smallSettings = ["fsync=off", "shared_buffers=16MB"];

/** A server in a directory and on a socket of its own. */
export class TestPostgres {
  readonly directory: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;
  #databases = 0;

  private constructor(directory: string, settings: readonly string[]) {
    this.directory = directory;
    this.#settings = settings;
  }

  static async start(settings: readonly string[] = smallSettings): Promise<TestPostgres> {
    // A socket's path may not be long.
    const directory = mkdtempSync(join(tmpdir(), "pg-"));
    const passwordFile = join(directory, "password");
    writeFileSync(passwordFile, `${serverPassword}\n`);
    const owner = serverUser();
    if (owner !== undefined) {
      for (const path of [directory, passwordFile]) chownSync(path, owner.uid, owner.gid);
    }
    const args = ["-D", join(directory, "data"), "-U", user, `--pwfile=${passwordFile}`];
    execFileSync(
      join(binaries()!, "initdb"),
      [...args, "-A", "scram-sha-256", "-E", "UTF8", "--locale=C", "--no-sync"],
      { stdio: "pipe", cwd: directory, ...owner },
    );
    const server = new TestPostgres(directory, settings);
    await server.run();
    return server;
  }

  /** A database that nobody has used. */
  async newDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    await this.query("postgres", `CREATE DATABASE ${name}`);
    return name;
  }

  url(database: string): string {
    return `postgres://${user}:${serverPassword}@${encodeURIComponent(this.directory)}/${database}`;
  }

  async query(database: string, sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      const { rows } = await client.query<Record<string, unknown>>(sql);
      return rows;
    } finally {
      await client.end();
    }
  }

  /** Runs the server that was stopped or killed. */
  async run(): Promise<void> {
    this.#process = this.#spawn();
    for (let tries = 0; ; tries++) {
      try {
        await this.query("postgres", "SELECT 1");
        return;
      } catch (error) {
        if (tries === 600) throw error;
        // After SIGKILL, processes of the one before may still have its memory.
        if (this.#process.exitCode !== null) this.#process = this.#spawn();
        await sleep(50);
      }
    }
  }

  /**
   * Ends it as a crash would: nothing is written any more, and the next run recovers. After SIGKILL, the processes of its
   * connections notice by themselves.
   */
  kill(signal: "SIGQUIT" | "SIGKILL" = "SIGQUIT"): Promise<void> {
    return this.#end(signal);
  }

  /** Hangs with all connections, and refuses none, until `resume`. */
  pause(): void {
    this.#signal("SIGSTOP");
  }

  resume(): void {
    this.#signal("SIGCONT");
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#process!;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    for (const each of [pid!, ...children.map(Number)]) process.kill(each, signal);
  }

  #spawn(): ChildProcess {
    const settings = ["listen_addresses=", "max_connections=60", ...this.#settings];
    const args = ["-D", join(this.directory, "data"), "-k", this.directory];
    return spawn(
      join(binaries()!, "postgres"),
      [...args, ...settings.flatMap((setting) => ["-c", setting])],
      { stdio: "ignore", cwd: this.directory, ...serverUser() },
    );
  }

  async remove(): Promise<void> {
    await this.#end("SIGINT");
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}

/** Where initdb and postgres are. */
function binaries(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const places = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  return places.find((place) =>
    ["initdb", "postgres"].every((name) => existsSync(join(place, name))),
  );
}

/** PostgreSQL does not run as root. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}
