import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A node that runs in a process of its own, as `bin/couloir` starts it. */
export class CouloirProcess {
  readonly #child: ChildProcess;
  readonly #directory: string;
  readonly #exit: Promise<number | null>;

  constructor(...flags: string[]) {
    this.#directory = mkdtempSync(join(tmpdir(), "couloir-fuzz-"));
    const bin = fileURLToPath(new URL("../../../bin/couloir", import.meta.url));
    const args = [bin, `--data-dir=${this.#directory}`, "--http-port=0", ...flags];
    this.#child = spawn(process.execPath, args, { stdio: "ignore" });
    this.#exit = new Promise((resolve) => this.#child.once("exit", resolve));
  }

  /** Resolves when the node listens. */
  async port(): Promise<number> {
    const path = join(this.#directory, "process.json");
    while (!existsSync(path)) {
      if (!this.isRunning()) throw new Error(`the node ended: ${this.log()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { uri } = JSON.parse(readFileSync(path, "utf8")) as { readonly uri: string };
    return Number(new URL(uri).port);
  }

  isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Its log until now. */
  log(): string {
    return readFileSync(join(this.#directory, "logs/main.log"), "utf8");
  }

  /** Memory that the process occupies in MiB; undefined where the system does not tell. */
  residentMebibytes(): number | undefined {
    if (process.platform !== "linux") return undefined;
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024;
  }

  /** Resolves to the exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill("SIGTERM");
    const code = await this.#exit;
    rmSync(this.#directory, { recursive: true });
    return code;
  }
}
