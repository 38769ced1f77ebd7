import { formatId } from "../formats/id.ts";
import { formatTime } from "../formats/time.ts";
import type { Activity } from "../node/activity.ts";
import { type Block, blockTxs } from "../pchain/blocks/block.ts";
import type { Terminal } from "./command.ts";

/** Prints a line for each call, block and transaction, once it is started. */
export class ActivityDisplay {
  readonly #terminal: Pick<Terminal, "out">;
  #isStarted = false;

  constructor(terminal: Pick<Terminal, "out">) {
    this.#terminal = terminal;
  }

  start(): void {
    this.#isStarted = true;
  }

  readonly show = (activity: Activity): void => {
    if (!this.#isStarted) return;
    try {
      this.#terminal.out(activityLines(activity));
    } catch {
      // Nobody reads it.
    }
  };
}

export function activityLines(activity: Activity): string {
  if (activity.kind === "block") return blockLines(activity.block);
  const { method, durationMs, error, warning } = activity;
  const outcome = error === undefined ? "" : `  error: ${error.trim()}`;
  const notice = warning === undefined ? "" : `    Warning  ${warning}\n`;
  return `  ${method}  ${durationMs.toFixed(1)} ms${outcome}\n${notice}`;
}

function blockLines(block: Block): string {
  const time = "time" in block ? `  ${formatTime(block.time)}` : "";
  const txs = blockTxs(block).map(
    ({ id, unsigned }) => `    Transaction  ${formatId(id)}  ${unsigned.kind}\n`,
  );
  return `  Block ${block.height}  ${formatId(block.id)}  ${block.kind}${time}\n${txs.join("")}`;
}
