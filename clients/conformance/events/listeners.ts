import { join } from "node:path";
import type { JsonObject } from "../../../codegen/load/json.ts";
import { formatJson } from "../../../codegen/load/json.ts";
import { normalise } from "../compare.ts";
import type { Language } from "../language.ts";
import { BreakingProxy } from "./breaking-proxy.ts";
import { ListeningProgram, type Said } from "./listening-program.ts";

/** A subscribed client, with its own proxy. */
export type Listener = {
  readonly name: string;
  readonly proxy: BreakingProxy;
  readonly program: ListeningProgram;
};

/** The clients of all languages. A client that fails is reported once and then excluded. */
export class Listeners {
  readonly #all: readonly Listener[];
  readonly #failed = new Set<Listener>();

  private constructor(all: readonly Listener[]) {
    this.#all = all;
  }

  /**
   * `url` returns the URL of the server that all clients subscribe to. It is called again for each
   * connection.
   */
  static async start(
    languages: readonly Language[],
    root: string,
    url: () => string,
  ): Promise<Listeners> {
    const all: Listener[] = [];
    for (const { name, conformance } of languages) {
      const proxy = await BreakingProxy.start(url);
      const command = [...conformance, proxy.url, "spec"];
      const program = new ListeningProgram(command, join(root, "clients", name));
      all.push({ name, proxy, program });
    }
    return new Listeners(all);
  }

  get areSound(): boolean {
    return this.#failed.size === 0;
  }

  get sound(): readonly Listener[] {
    return this.#all.filter((listener) => !this.#failed.has(listener));
  }

  /** Works with each at the same time. */
  async each(what: string, work: (listener: Listener) => Promise<void>): Promise<void> {
    const tries = this.sound.map(async (listener) => {
      try {
        await work(listener);
      } catch (error) {
        this.#failed.add(listener);
        const text = error instanceof Error ? error.message : String(error);
        process.stdout.write(`${listener.name}: events, ${what}: ${text}\n`);
      }
    });
    await Promise.all(tries);
  }

  /** Lets the clients reconnect. */
  moveOn(): void {
    for (const { proxy } of this.#all) proxy.moveOn();
  }

  async close(): Promise<void> {
    for (const { program, proxy } of this.#all) {
      await program.close();
      await proxy.close();
    }
  }
}

/** Throws if a client's output differs from the wire. */
export function expectSame(said: Said, wire: Said, about = "the stream"): void {
  for (let index = 0; index < Math.max(said.events.length, wire.events.length); index++) {
    const got = textOf(said.events[index]);
    const expected = textOf(wire.events[index]);
    if (got !== expected) {
      throw new Error(`event ${index} of ${about}\n    got ${got}\n    expected ${expected}`);
    }
  }
  const got = textOf(said.end);
  const expected = textOf(wire.end);
  if (got === expected) return;
  throw new Error(`at the end of ${about}\n    got ${got}\n    expected ${expected}`);
}

function textOf(value: JsonObject | undefined): string {
  return value === undefined ? "nothing" : formatJson(normalise(value)).replaceAll("\n", "");
}
