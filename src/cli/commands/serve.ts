import { createNode } from "../../node/create-node.ts";
import { limitHeapGrowth } from "../../node/heap-growth.ts";
import { createLog, type Log } from "../../node/logging/log.ts";
import type { Node } from "../../node/node.ts";
import type { LogConfig, NodeConfig } from "../../node/node-config.ts";
import { StartError } from "../../node/node-config.ts";
import { ActivityDisplay } from "../activity-display.ts";
import { type Command, exitCodeOf, type Terminal } from "../command.ts";
import { FollowProgressDisplay } from "../follow-progress.ts";
import { patientTerminal } from "../patient-terminal.ts";
import { ProgressBar } from "../progress-bar.ts";
import { type Greeting, readSettings } from "../settings.ts";
import { signalsDelivered, stopSignal } from "../signals.ts";

/**
 * Runs a node until SIGINT or SIGTERM. On SIGUSR2, writes a backup. On SIGHUP, reads the file of --watch-config again; without
 * that flag, the node stops, because its terminal was closed.
 */
export const serve: Command = async (args, given) => {
  await signalsDelivered();
  const settings = await readSettings(args, given);
  if ("exitCode" in settings) return settings.exitCode;
  const terminal = patientTerminal(given);
  const { config } = settings;
  const progress = new FollowProgressDisplay(terminal);
  const log = openLog(config.log, terminal, progress);
  if (log === undefined) return 1;
  const hasWatchFile = config.watches.file !== undefined;
  const signal = hasWatchFile ? stopSignal() : stopSignal("SIGHUP");
  // A node that starts does what these signals ask for when it has started.
  let begin: (node: Node) => void = () => {};
  const running = new Promise<Node>((resolve) => {
    begin = resolve;
  });
  process.on("SIGUSR2", () => void running.then((node) => node.backUp()));
  if (hasWatchFile) process.on("SIGHUP", () => void running.then((node) => node.reloadWatches()));
  const early = new AbortController();
  void signal.then((name) => early.abort(name));
  const healing = new ProgressBar(terminal.columns, terminal.err);
  const ending: Ending = { isStopping: false };
  process.on("uncaughtException", (err) => {
    // A part that is already closed cannot fail the shutdown, which has a deadline.
    if (ending.isStopping) log.error({ err }, "unexpected error while shutting down");
    else endAbruptly(err, log, terminal);
  });
  // A node outlives the reader of its output: the log counts what is lost.
  process.stdout.on("error", () => {});
  try {
    const out = clearing(progress, terminal);
    const activity = new ActivityDisplay({ out });
    const isShown = settings.greeting === "banner" && terminal.columns !== undefined;
    const node = await createNode(config, log, {
      ...(isShown && { onActivity: activity.show }),
      signal: early.signal,
      onHealing: (height, last) =>
        healing.show(
          Number(height) / Number(last),
          performance.now(),
          () => `block ${height} of ${last}`,
        ),
    });
    healing.clear();
    const url = await startNode(node);
    limitHeapGrowth(() => node.isCrowded);
    await greet(node, url, settings.greeting, terminal).catch((err) =>
      log.warn({ err }, "couldn't print the greeting"),
    );
    if (node.mode === "dev") activity.start();
    begin(node);
    if (settings.greeting === "banner" || terminal.columns === undefined) progress.start(node, log);
    log.info({ signal: await signal }, "shutting down");
    progress.stop();
    ending.isStopping = true;
    await stopInTime(node, config, log);
    if (node.unsaved === undefined) return 0;
    terminal.err(`${node.unsaved}\n`);
    return 1;
  } catch (error) {
    healing.clear();
    if (!early.signal.aborted || error !== early.signal.reason) return refuse(error, log, terminal);
    log.info({ signal: error }, "shutting down; the next start continues");
    return 0;
  } finally {
    await log.close();
  }
};

type Ending = { isStopping: boolean };

/** What the process needs to end. */
const exitMs = 100;
/** However short the timeout is, the store is closed if that takes no longer. */
const closingMsMin = 2_000;

async function greet(
  node: Node,
  url: string,
  greeting: Greeting,
  terminal: Terminal,
): Promise<void> {
  if (greeting === "json") terminal.out(`${JSON.stringify(await node.describe(url))}\n`);
  if (greeting !== "banner" || terminal.columns === undefined) return;
  const { banner } = await import("../banner.ts");
  terminal.out(banner(await node.describe(url)));
}

/** Prints why the log cannot be opened: there is no log to write it to. */
function openLog(
  config: LogConfig,
  terminal: Terminal,
  progress: FollowProgressDisplay,
): Log | undefined {
  const isTerminal = terminal.columns !== undefined;
  const { NO_COLOR, TERM } = terminal.environment;
  const write = clearing(progress, terminal);
  try {
    // https://no-color.org
    const isColorless = (NO_COLOR ?? "") !== "" || TERM === "dumb";
    return createLog(config, { isTerminal, isColorless, write });
  } catch (error) {
    terminal.err(`couldn't start node: ${(error as Error).message}\n`);
    return undefined;
  }
}

/** Writes lines in the place of the bar, which returns below them. */
function clearing(progress: FollowProgressDisplay, terminal: Terminal): (text: string) => void {
  return (text) => {
    progress.clear();
    terminal.out(text);
  };
}

async function startNode(node: Node): Promise<string> {
  try {
    return await node.start();
  } catch (error) {
    await node.stop();
    throw error;
  }
}

/** Ends the process if it does not end in time. The store survives that as it does a crash. */
async function stopInTime(node: Node, { http }: NodeConfig, log: Log): Promise<void> {
  let isStopped = false;
  const timeoutMs = Math.max(closingMsMin, http.shutdownTimeoutMs);
  const deadline = setTimeout(
    () => {
      if (!isStopped) log.error({}, "the node did not stop in time");
      process.exit(0);
    },
    http.shutdownWaitMs + timeoutMs - exitMs,
  );
  await node.stop();
  isStopped = true;
  // Work that cannot be cancelled may still run.
  deadline.unref();
}

/**
 * A bug: the node's state may be wrong, so it must stop. The store survives this as it does a
 * crash.
 */
function endAbruptly(err: unknown, log: Log, terminal: Terminal): void {
  terminal.err(`${err instanceof Error ? err.stack : err}\n`);
  try {
    log.fatal({ err }, "stopping after an unexpected error");
  } finally {
    process.exit(1);
  }
}

/** AvalancheGo's drivers wait for a FATAL line in main.log. For errors that a user can fix, the reason is enough. */
function refuse(error: unknown, log: Log, terminal: Terminal): number {
  const isReason = error instanceof StartError;
  const reason = isReason ? error.message : String((error as Error).stack);
  log.fatal(isReason ? { error: reason } : { err: error }, "failed to initialize node");
  terminal.err(`couldn't start node: ${reason}\n`);
  return exitCodeOf(error);
}
