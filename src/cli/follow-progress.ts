import type { Log } from "../node/logging/log.ts";
import type { Node } from "../node/node.ts";
import type { Terminal } from "./command.ts";
import { ProgressBar } from "./progress-bar.ts";
import { isStoring, storedFields, storedShare, storedText } from "./stored-chain-progress.ts";

const drawMs = 250;
const logMs = 5_000;

type Progress = NonNullable<ReturnType<Node["followProgress"]>>;
type ShownNode = Pick<Node, "followProgress" | "fillingProgress" | "storedChains">;
type Filling = ReturnType<Node["fillingProgress"]>;

/**
 * Shows how far bootstrapping, then filling the ledger, and then storing other chains is: as a bar on a terminal, otherwise as a
 * line of the log every few seconds, which filling writes itself.
 */
export class FollowProgressDisplay {
  readonly #bar: ProgressBar;
  readonly #isTerminal: boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: Pick<Terminal, "columns" | "err">) {
    this.#isTerminal = terminal.columns !== undefined;
    this.#bar = new ProgressBar(terminal.columns, terminal.err);
  }

  start(node: ShownNode, log: Pick<Log, "info">): void {
    const show = () => {
      const progress = node.followProgress();
      if (progress?.phase !== "bootstrapping") this.#showRest(node, log);
      else if (this.#isTerminal) this.#draw(progress);
      else log.info(fields(progress), "bootstrapping");
    };
    this.#timer = setInterval(show, this.#isTerminal ? drawMs : logMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.clear();
  }

  /** Makes room for a line of the log; the bar returns with the next drawing. */
  clear(): void {
    this.#bar.clear();
  }

  #showRest(node: ShownNode, log: Pick<Log, "info">): void {
    const filling = node.fillingProgress();
    const chains = node.storedChains();
    const isFilling = filling.missing > 0 && filling.problem === undefined;
    const now = performance.now();
    if (this.#isTerminal && isFilling) {
      const share = 1 - filling.missing / filling.height;
      this.#bar.show(share, now, () => fillingText(filling));
      return;
    }
    const storing = chains.filter(isStoring);
    const [first] = storing;
    if (first === undefined) this.clear();
    else if (this.#isTerminal) this.#bar.show(storedShare(first), now, () => storedText(first));
    else for (const each of storing) log.info(storedFields(each), "storing");
  }

  #draw(progress: Progress): void {
    this.#bar.show(shareOf(progress), performance.now(), () => progressText(progress));
  }
}

function shareOf({ height, networkHeight }: Progress): number {
  return networkHeight === undefined || networkHeight === 0n
    ? 0
    : Number(height) / Number(networkHeight);
}

/** `1,200 of 25,000 blocks, 3,000 blocks/s, 8s left` */
export function progressText(progress: Progress): string {
  const { height, networkHeight, executedPerSecond, remainingSeconds } = progress;
  const blocks = height.toLocaleString("en");
  return [
    networkHeight === undefined
      ? `${blocks} blocks`
      : `${blocks} of ${networkHeight.toLocaleString("en")} blocks`,
    `${Math.round(executedPerSecond).toLocaleString("en")} blocks/s`,
    ...(remainingSeconds === undefined ? [] : [`${durationText(remainingSeconds)} left`]),
  ].join(", ");
}

/** `filling the ledger: 1,200 of 25,000 blocks missing, 3,000 blocks/s, 8s left` */
export function fillingText(filling: Filling): string {
  const { missing, height, blocksPerSecond, remainingSeconds } = filling;
  return [
    `filling the ledger: ${missing.toLocaleString("en")} of ${height.toLocaleString("en")} blocks missing`,
    `${Math.round(blocksPerSecond).toLocaleString("en")} blocks/s`,
    ...(remainingSeconds === undefined ? [] : [`${durationText(remainingSeconds)} left`]),
  ].join(", ");
}

function fields({ height, networkHeight, staged, ...rates }: Progress) {
  const { executedPerSecond, fetchedPerSecond, remainingSeconds } = rates;
  return {
    height: height.toString(),
    ...(networkHeight !== undefined && { networkHeight: networkHeight.toString() }),
    staged,
    executedPerSecond: Math.round(executedPerSecond),
    fetchedPerSecond: Math.round(fetchedPerSecond),
    ...(remainingSeconds !== undefined && { remaining: durationText(remainingSeconds) }),
  };
}

/** `8s`, `3m 20s`, `2h 5m` */
function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}m ${whole % 60}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
