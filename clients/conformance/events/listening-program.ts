import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { isObject, type JsonObject, parseJson } from "../../../codegen/load/json.ts";
import { oneLine } from "../program.ts";

/** A line of the input that subscribes, without its `id`. */
export type EventsLine = {
  /** As in the URL, except for the list of topics. */
  readonly events: JsonObject;
  readonly retries?: number;
  readonly untilHeight?: string;
  readonly count?: number;
};

/** The output of a program for such a line. */
export type Said = {
  readonly events: JsonObject[];
  /** The last line: the cursor, or the failure. */
  end: JsonObject | undefined;
};

const patienceMs = 120_000;

/** A conformance program that runs in the background. */
export class ListeningProgram {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #said = new Map<string, Said>();
  readonly #ended: Promise<number>;
  #waiting: (() => void)[] = [];
  #isOver = false;
  #errors = "";

  constructor([program = "", ...args]: readonly string[], folder: string) {
    this.#child = spawn(program, args, { cwd: folder, stdio: "pipe" });
    let rest = "";
    this.#child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#read(parseJson(line));
      this.#tell();
    });
    this.#child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      this.#errors += piece;
    });
    this.#child.stdin.on("error", () => undefined);
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", () => resolve(-1));
      this.#child.on("close", (code) => resolve(code ?? -1));
    });
    this.#ended.then(() => {
      this.#isOver = true;
      this.#tell();
    });
  }

  /** Sends a line to the program and returns its output for the line, which grows. */
  ask(line: EventsLine): Said {
    const id = String(this.#said.size);
    const said: Said = { events: [], end: undefined };
    this.#said.set(id, said);
    this.#child.stdin.write(oneLine({ id, ...line }));
    return said;
  }

  /** Waits for enough output. Throws if the program ends first, or prints nothing for too long. */
  async until(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      if (this.#isOver) throw new Error(`it ended early\n${this.#errors.slice(-2000)}`);
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error("it says no more")), patienceMs);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** The complete output for a line. */
  async saidTo(line: EventsLine): Promise<Said> {
    const said = this.ask(line);
    await this.until(() => said.end !== undefined);
    return said;
  }

  /** Waits for the program to end, and kills it if it does not. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), 5_000);
    await this.#ended;
    clearTimeout(timer);
  }

  #read(line: unknown): void {
    if (!isObject(line as JsonObject)) return;
    const { id, event, ...rest } = line as JsonObject;
    const said = this.#said.get(String(id));
    if (said === undefined) return;
    if (isObject(event)) said.events.push(event);
    else said.end = rest;
  }

  #tell(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }
}
