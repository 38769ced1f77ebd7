import cluster, { type Worker } from "node:cluster";
import type { Socket } from "node:net";
import type { Log } from "../logging/log.ts";
import type { FromReader, ReaderCounts, ReaderStart, ToReader } from "./messages.ts";

/** A reader that ends sooner than this after its start is replaced later, so that a broken one does not take all time. */
const shortLifeMs = 2_000;
const replaceLaterMs = 1_000;
const countTimeoutMs = 1_000;
/**
 * A reader that takes none of its connections for a while, or has too many to take, gets no others meanwhile: it takes one after the other,
 * each after a pass of the event loop of both processes.
 */
const lateMs = 50;
const sentMax = 32;

type Reader = {
  readonly number: number;
  readonly worker: Worker;
  readonly startedMs: number;
  isListening: boolean;
  /** Connections that are on their way to it, and since when. */
  readonly sent: Map<Socket, number>;
};

/** The processes that answer queries beside this one, which writes. */
export class Readers {
  readonly #start: ReaderStart;
  readonly #log: Log;
  /** By number, from 1. */
  readonly #readers = new Map<number, Reader>();
  readonly #questions = new Map<number, (counts: ReaderCounts) => void>();
  #asked = 0;
  #turn = 0;
  #isStopping = false;
  readonly #onDamage: (damage: string) => void;
  #damage: string | undefined;

  /** `onDamage` is called when a reader cannot read the store. */
  constructor(start: ReaderStart, log: Log, onDamage: (damage: string) => void) {
    this.#start = start;
    this.#log = log;
    this.#onDamage = onDamage;
    cluster.setupPrimary({
      exec: process.argv[1]!,
      args: [readerArgument],
      // Most of a small process's memory is room for garbage.
      execArgv: [...process.execArgv, "--max-semi-space-size=1"],
      serialization: "advanced",
      // A process that inherits the output makes every write to it wait, also those of this process.
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
  }

  /** Resolves when all of them answer. */
  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, i) => this.#run(i + 1)));
  }

  /** Gives a connection to the process whose turn it is; returns false if that is this one. */
  readonly spread = (connection: Socket): boolean => {
    const now = performance.now();
    const taking = [...this.#readers.values()].filter((reader) => takesMore(reader, now));
    const turn = this.#turn++ % (taking.length + 1);
    const reader = taking[turn];
    if (reader === undefined) return false;
    reader.sent.set(connection, now);
    const message: ToReader = { kind: "connection" };
    // Node.js loses a connection that it cannot send unless this process keeps it open.
    reader.worker.send(message, connection, { keepOpen: true }, () => {
      reader.sent.delete(connection);
      connection.destroy();
    });
    return true;
  };

  /** Call it after each commit. */
  moved(): void {
    for (const reader of this.#readers.values())
      if (reader.isListening) tell(reader, { kind: "moved" });
  }

  /** Makes all of them, and those that follow, serve nothing of the store. */
  damaged(damage: string): void {
    this.#damage = damage;
    for (const reader of this.#readers.values()) {
      if (reader.isListening) tell(reader, { kind: "damaged", damage });
    }
  }

  /** What each reader has counted, by number. One that does not say it in time is left out. */
  async counts(): Promise<readonly (readonly [number: number, counts: ReaderCounts])[]> {
    const listening = [...this.#readers.values()].filter((reader) => reader.isListening);
    const counts = await Promise.all(
      listening.map(async (reader) => {
        const found = await this.#ask(reader);
        return found && ([reader.number, found] as const);
      }),
    );
    return counts.filter((each) => each !== undefined);
  }

  /** Lets each finish its requests for at most `timeoutMs`, and resolves when all have ended. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    await Promise.all(
      [...this.#readers.values()].map(async (reader) => {
        const ended = new Promise<void>((resolve) => reader.worker.once("exit", () => resolve()));
        const deadline = setTimeout(() => reader.worker.process.kill("SIGKILL"), timeoutMs + 1_000);
        tell(reader, { kind: "stop", timeoutMs });
        if (!reader.worker.isDead()) await ended;
        clearTimeout(deadline);
      }),
    );
  }

  #run(number: number): Promise<void> {
    const worker = cluster.fork();
    worker.process.stderr?.on("data", (chunk: Buffer) => process.stderr.write(chunk));
    const reader: Reader = {
      number,
      worker,
      startedMs: performance.now(),
      isListening: false,
      sent: new Map(),
    };
    this.#readers.set(number, reader);
    return new Promise((resolve) => {
      worker.on("message", (message: FromReader) => {
        if (message.kind === "ready") tell(reader, { kind: "start", start: this.#start });
        else if (message.kind === "listening") {
          reader.isListening = true;
          if (this.#damage !== undefined) tell(reader, { kind: "damaged", damage: this.#damage });
          this.#log.info({ reader: number, pid: worker.process.pid }, "a reader answers queries");
          resolve();
        } else this.#hear(number, message);
      });
      worker.on("error", () => {});
      worker.on("exit", (code, signal) => {
        this.#replace(reader, signal ?? String(code));
        resolve();
      });
    });
  }

  #hear(
    number: number,
    message: Extract<FromReader, { kind: "counts" | "damaged" | "log" }>,
  ): void {
    if (message.kind === "counts") {
      this.#questions.get(message.question)?.(message.counts);
      this.#questions.delete(message.question);
    } else if (message.kind === "damaged") this.#onDamage(message.damage);
    else this.#log[message.level]({ reader: number, ...message.fields }, message.message);
  }

  #replace(reader: Reader, reason: string): void {
    const { number, startedMs } = reader;
    reader.isListening = false;
    this.#readers.delete(number);
    for (const connection of reader.sent.keys()) connection.destroy();
    if (this.#isStopping) return;
    this.#log.warn({ reader: number, reason }, "a reader ended: starting another");
    const wasShort = performance.now() - startedMs < shortLifeMs;
    const run = () => {
      if (!this.#isStopping) void this.#run(number);
    };
    if (wasShort) setTimeout(run, replaceLaterMs).unref();
    else run();
  }

  #ask(reader: Reader): Promise<ReaderCounts | undefined> {
    const question = this.#asked++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#questions.delete(question);
        resolve(undefined);
      }, countTimeoutMs);
      this.#questions.set(question, (counts) => {
        clearTimeout(timer);
        resolve(counts);
      });
      tell(reader, { kind: "count", question });
    });
  }
}

function takesMore({ isListening, sent }: Reader, now: number): boolean {
  const [oldest = now] = sent.values();
  return isListening && sent.size < sentMax && now - oldest <= lateMs;
}

/** The argument with which the program runs as a reader. */
export const readerArgument = "reader-process";

function tell({ worker }: Reader, message: ToReader): void {
  if (worker.isConnected()) worker.send(message, (_error) => {});
}
