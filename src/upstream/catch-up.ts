import { type Acceptor, acceptAttested } from "../follow/acceptor.ts";
import type { Container } from "../follow/container.ts";
import type { AgreedRuns } from "./agreed-runs.ts";

/** Farther behind than this, containers are executed as a bootstrapping node executes them. */
export const nearTip = 64n;
/** How long the event loop belongs to execution before other work runs. */
const sliceMs = 15;

export type CatchUpOptions = {
  readonly nowMillis: () => number;
  /** Called with numbers of containers. */
  readonly onFetched: (count: number) => void;
  readonly onExecuted: (count: number) => void;
  /** False once it is unknown whether the rules of the next blocks are. */
  readonly mayExecute: () => boolean;
  /** Called after each run that a majority agreed on. */
  readonly onRun: () => void;
};

/** Executes run after run up to a height, while the next one is being fetched. Returns whether there was any. */
export async function catchUp(
  acceptor: Acceptor,
  runs: Pick<AgreedRuns, "above">,
  target: bigint,
  signal: AbortSignal,
  options: CatchUpOptions,
): Promise<boolean> {
  let hasAdvanced = false;
  let run = await runs.above(acceptor.tip(), target, signal);
  while (run !== undefined && options.mayExecute()) {
    const last = run.at(-1)!;
    options.onFetched(run.length);
    const next =
      last.height < target ? runs.above(last, target, signal) : Promise.resolve(undefined);
    // An execution that fails leaves it unawaited.
    next.catch(() => {});
    await execute(acceptor, run, target, signal, options);
    options.onRun();
    hasAdvanced = true;
    run = await next;
  }
  return hasAdvanced;
}

async function execute(
  acceptor: Acceptor,
  run: readonly Container[],
  target: bigint,
  signal: AbortSignal,
  { nowMillis, onExecuted }: CatchUpOptions,
): Promise<void> {
  const mode = target - acceptor.tip().height > nearTip ? "trusted" : "verified";
  for (let next = 0; next < run.length; ) {
    signal.throwIfAborted();
    const until = nowMillis() + sliceMs;
    const first = next;
    acceptor.batch(() => {
      do acceptAttested(acceptor, run[next++]!, mode);
      while (next < run.length && nowMillis() < until);
    });
    onExecuted(next - first);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
