import { availableParallelism } from "node:os";
import { FormatError } from "../../formats/format-error.ts";
import { formatHex } from "../../formats/hex.ts";
import { configuredNetwork } from "../../node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../node/chain/open-chain.ts";
import { markRecorded } from "../../node/chain/recorded-blocks.ts";
import { machineClock } from "../../node/clock.ts";
import type { NodeConfig } from "../../node/node-config.ts";
import { StartError } from "../../node/node-config.ts";
import { type HistoryEvent, readEvent } from "../../replay/event.ts";
import { type HistorySource, lookAhead, openHistory } from "../../replay/history-source.ts";
import { Replay, ReplayStopped } from "../../replay/replay.ts";
import { formatTallies } from "../../replay/tally.ts";
import type { Command, Terminal } from "../command.ts";
import { ConfigError } from "../flag-types.ts";
import { ProgressBar } from "../progress-bar.ts";
import { readSettings } from "../settings.ts";
import { type ReplayArguments, replayArguments } from "./replay-arguments.ts";

const differencesShownMax = 50;

/** How many events to read ahead. */
const eventsAhead = 1000;

/** Executes a recorded history. Returns 1 if a block or a result differs. */
export const replay: Command = async (args, terminal) => {
  try {
    const own = replayArguments(args);
    const source = await openHistory(own.path);
    const settings = await readSettings([...source.flags, ...own.nodeFlags], terminal);
    if ("exitCode" in settings) return settings.exitCode;
    const opened = await openNewChain(settings.config, own.keepsChain);
    try {
      return await run(own, source, opened, terminal);
    } finally {
      await opened.close();
    }
  } catch (error) {
    const isMistake = [ConfigError, StartError, FormatError, ReplayStopped].some(
      (kind) => error instanceof kind,
    );
    if (!isMistake) throw error;
    terminal.err(`${(error as Error).message}\n`);
    return 1;
  }
};

async function openNewChain(config: NodeConfig, keepsChain: boolean): Promise<OpenChain> {
  const { directory } = config.database;
  const database = { directory, inMemory: !keepsChain, readOnly: false };
  const nowSeconds = machineClock.nowNanos() / 1_000_000_000n;
  const opened = await openChain(
    { ...config, database },
    configuredNetwork(config),
    nowSeconds,
    config.ledger,
  );
  const { height } = opened.store.blocks.lastAccepted();
  if (height === 0n) {
    markRecorded(opened.store.metadata);
    return opened;
  }
  await opened.close();
  throw new ConfigError(`${directory} has a chain of height ${height}: choose an empty directory`);
}

async function run(
  { trusted, compare }: ReplayArguments,
  source: HistorySource,
  opened: OpenChain,
  terminal: Terminal,
): Promise<number> {
  const replay = new Replay({
    opened,
    mode: trusted ? "trusted" : "verified",
    compare,
    machineClock: () => machineClock.nowNanos() / 1_000_000_000n,
    proofThreads: availableParallelism() - 1,
  });
  const bar = new ProgressBar(terminal.columns, terminal.err);
  const stopwatch = new Stopwatch();
  const speed = () => `${replay.blocks} blocks, ${stopwatch.perSecond(replay.blocks)} blocks/s`;
  try {
    const foresee = ({ event }: PlacedEvent) => stopwatch.timeSync(() => replay.foresee(event));
    for await (const { event, place } of lookAhead(eventsOf(source), eventsAhead, foresee)) {
      await naming(place, () =>
        event.event === "block" ? stopwatch.time(() => replay.apply(event)) : replay.apply(event),
      );
      bar.show(source.progress(), Number(machineClock.elapsedNanos() / 1_000_000n), speed);
    }
    stopwatch.timeSync(() => replay.commit());
  } finally {
    bar.clear();
    replay.close();
  }
  const { height } = opened.store.blocks.lastAccepted();
  terminal.out(`${speed()} (${trusted ? "trusted" : "verified"})\n`);
  terminal.out(`height ${height}, state digest ${formatHex(opened.store.digest()).slice(2)}\n`);
  return compare ? report(replay, terminal) : 0;
}

/** An event and its place in the history: file and line. */
type PlacedEvent = { readonly event: HistoryEvent; readonly place: string };

async function* eventsOf(source: HistorySource): AsyncIterable<PlacedEvent> {
  for await (const { number, text } of source.numberedLines()) {
    const place = `${source.file}:${number}`;
    yield { place, event: await naming(place, async () => readEvent(text)) };
  }
}

/** Puts the place in front of the message of an invalid history. */
async function naming<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FormatError) && !(error instanceof ReplayStopped)) throw error;
    throw new ReplayStopped(`${place}: ${error.message}`, { cause: error });
  }
}

function report({ tallies }: Replay, terminal: Terminal): number {
  terminal.out(formatTallies(tallies));
  const { differences } = tallies;
  for (const difference of differences.slice(0, differencesShownMax)) {
    terminal.out(`differs: ${difference}\n`);
  }
  const left = differences.length - differencesShownMax;
  if (left > 0) terminal.out(`and ${left} more\n`);
  return differences.length > 0 ? 1 : 0;
}

/** Measures only the time that blocks take, without reading the history and comparing results. */
class Stopwatch {
  #nanos = 0n;

  async time(work: () => Promise<void>): Promise<void> {
    const start = machineClock.elapsedNanos();
    await work();
    this.#nanos += machineClock.elapsedNanos() - start;
  }

  timeSync(work: () => void): void {
    const start = machineClock.elapsedNanos();
    work();
    this.#nanos += machineClock.elapsedNanos() - start;
  }

  perSecond(count: number): string {
    return this.#nanos === 0n ? "0" : ((count * 1e9) / Number(this.#nanos)).toFixed(0);
  }
}
