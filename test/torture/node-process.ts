import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const executable = fileURLToPath(new URL("../../bin/couloir", import.meta.url));
const startTimeoutMs = 120_000;

const keyFile = (name: string) =>
  fileURLToPath(new URL(`../unit/rpc/vectors/${name}`, import.meta.url));

/** Flags of a node that serves over TLS. A signature with an RSA key takes more than ten times as long. */
export const tlsFlags = (key: "elliptic" | "rsa"): readonly string[] => {
  const name = key === "rsa" ? "localhost-rsa" : "localhost";
  return [
    "--http-tls-enabled",
    `--http-tls-key-file=${keyFile(`${name}-key.pem`)}`,
    `--http-tls-cert-file=${keyFile(`${name}-cert.pem`)}`,
  ];
};

/** How a node ended. `code` is null if a signal ended it. */
export type Ending = { readonly code: number | null; readonly tookMs: number };

/** A node in a process of its own. Needs Linux for what it says about memory and CPU time. */
export class NodeProcess {
  readonly directory: string;
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;
  #printed = "";
  #port = 0;
  #isSecure = false;

  /** `nodeFlags` are those of Node.js itself. */
  constructor(directory: string, flags: readonly string[], nodeFlags: readonly string[] = []) {
    this.directory = directory;
    const args = [...nodeFlags, executable, `--data-dir=${directory}`, "--http-port=0", ...flags];
    this.#child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
    this.#child.stderr!.on("data", (chunk) => {
      this.#printed += chunk;
    });
    this.#exit = new Promise((resolve) => this.#child.once("exit", resolve));
  }

  async started(): Promise<void> {
    const file = join(this.directory, "process.json");
    const deadline = Date.now() + startTimeoutMs;
    for (;;) {
      if (!this.isRunning()) throw new Error(`the node ended: ${this.#printed}`);
      if (Date.now() > deadline) throw new Error("the node did not start in time");
      const text = existsSync(file) ? readFileSync(file, "utf8") : "";
      if (text.endsWith("}") || text.endsWith("}\n")) {
        const { port, protocol } = new URL((JSON.parse(text) as { uri: string }).uri);
        this.#port = Number(port);
        this.#isSecure = protocol === "https:";
        return;
      }
      await sleep(20);
    }
  }

  get port(): number {
    return this.#port;
  }

  /** Whether it serves over TLS. */
  get isSecure(): boolean {
    return this.#isSecure;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** What it printed to stderr. */
  get printed(): string {
    return this.#printed;
  }

  isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Makes one call; resolves to the whole response object. */
  async call(path: string, method: string, params: unknown = {}): Promise<Response> {
    const response = await fetch(this.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return (await response.json()) as Response;
  }

  residentMiB(): number {
    return this.#statusMiB("VmRSS");
  }

  /** The most memory it has occupied since it started. */
  peakMiB(): number {
    return this.#statusMiB("VmHWM");
  }

  /** CPU time that it has used, all threads. */
  cpuMs(): number {
    const stat = readFileSync(`/proc/${this.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  /** Sends a signal and waits for the end. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Ending> {
    const begun = performance.now();
    this.#child.kill(signal);
    const code = await this.#exit;
    return { code, tookMs: performance.now() - begun };
  }

  async kill(): Promise<void> {
    if (this.isRunning()) await this.stop("SIGKILL");
  }

  #statusMiB(field: "VmRSS" | "VmHWM"): number {
    if (!this.isRunning()) return Number.NaN;
    const status = readFileSync(`/proc/${this.pid}/status`, "utf8");
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)![1]) / 1024;
  }
}

type Response = {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};
