import { type Acceptor, acceptAttested } from "../follow/acceptor.ts";
import {
  type ReplayProgress,
  type ReplayTarget,
  replaySliceMs,
} from "../follow/replay/replayed-chain.ts";
import type { AgreedRuns } from "./agreed-runs.ts";

const retryMs = 1_000;

export type UpstreamReplayOptions = ReplayProgress & {
  readonly runs: Pick<AgreedRuns, "above">;
  readonly nowMillis: () => number;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

/** Executes what a majority of the upstreams agrees on, from the genesis up to the target. Rejects with Disagreement. */
export async function replayFromUpstreams(
  acceptor: Acceptor,
  { height }: ReplayTarget,
  { runs, nowMillis, sleep, onExecuted, rest }: UpstreamReplayOptions,
  signal: AbortSignal,
): Promise<void> {
  while (acceptor.storedHeight() < height) {
    const run = await runs.above(acceptor.tip(), height, signal);
    if (run === undefined) {
      await sleep(retryMs, signal);
      continue;
    }
    for (let next = 0; next < run.length && acceptor.storedHeight() < height; ) {
      signal.throwIfAborted();
      const first = next;
      const until = nowMillis() + replaySliceMs;
      acceptor.batch(() => {
        do acceptAttested(acceptor, run[next++]!, "trusted");
        while (next < run.length && nowMillis() < until && acceptor.tip().height < height);
      });
      onExecuted(next - first);
      await rest(signal);
    }
  }
}
