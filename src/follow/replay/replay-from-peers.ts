import { StagedContainers } from "../../store/staged-containers.ts";
import { acceptAttested } from "../acceptor.ts";
import { ChainAcceptor } from "../chain-acceptor.ts";
import { type Container, pChainForm, readContainer } from "../container.ts";
import { Fetching } from "../fetch.ts";
import { OwnContainers } from "../own-containers.ts";
import { PeerChoice } from "../peer-choice.ts";
import type { Peers } from "../peers.ts";
import { WalkConflict, Walks } from "../walks.ts";
import {
  type ReplayedChain,
  type ReplayProgress,
  type ReplayTarget,
  replaySliceMs,
} from "./replayed-chain.ts";

const executedAtOnce = 32;
const pumpMs = 100;

export type PeerReplayOptions = {
  readonly peers: Peers;
  readonly countSigned: (containers: readonly Container[]) => Promise<number>;
  readonly nowMillis: () => number;
  readonly random: () => number;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

/**
 * Fetches the containers from the target back to the genesis, where every parent is a hash, and executes them. Resolves when
 * the target is executed, or when there is nothing left to execute. Rejects with Disagreement.
 */
export async function replayFromPeers(
  replayed: ReplayedChain,
  target: ReplayTarget,
  options: PeerReplayOptions & ReplayProgress,
  signal: AbortSignal,
): Promise<void> {
  const staging = new StagedContainers(replayed.stagingFile);
  try {
    while (!(await walk(replayed, target, staging, options, signal))) {
      staging.deleteFrom(0n);
      await options.sleep(1_000, signal);
    }
  } finally {
    staging.close();
  }
}

/** Returns false if what was staged does not fit together: everything is fetched again. */
async function walk(
  { store, chain, indexer }: ReplayedChain,
  target: ReplayTarget,
  staging: StagedContainers,
  options: PeerReplayOptions & ReplayProgress,
  signal: AbortSignal,
): Promise<boolean> {
  const { peers, countSigned, nowMillis, random, sleep, onExecuted, rest } = options;
  const acceptor = new ChainAcceptor({ store, chain, indexer });
  const own = new OwnContainers(store, indexer);
  const walks = new Walks({
    form: pChainForm,
    staging,
    tip: () => acceptor.tip(),
    storedHeight: () => acceptor.storedHeight(),
    acceptedID: (height) => own.idAt(height),
    isAccepted: (id) => own.heightOf(id) !== undefined,
    countSigned,
    pause: () => rest(signal),
  });
  walks.resume();
  walks.begin(target.containerID!);
  let conflict: unknown;
  const fetching = new Fetching({
    ask: (peer, id) => peers.ancestors(peer, id),
    choice: new PeerChoice({ connected: () => peers.connected(), nowMillis, random }),
    walks,
    nowMillis,
    onStaged: () => {},
    onConflict: (error) => {
      conflict ??= error;
    },
  });
  while (conflict === undefined) {
    signal.throwIfAborted();
    if (acceptor.storedHeight() >= target.height) return true;
    fetching.pump();
    const count = executeStaged(acceptor, staging, target.height, nowMillis);
    onExecuted(count);
    const isOver = walks.isDone() && staging.at(acceptor.tip().height + 1n) === undefined;
    if (isOver) return true;
    await (count > 0 ? rest(signal) : sleep(pumpMs, signal));
  }
  if (conflict instanceof WalkConflict) return false;
  throw conflict;
}

/** Executes for a slice of time; returns how many. */
function executeStaged(
  acceptor: ChainAcceptor,
  staging: StagedContainers,
  last: bigint,
  nowMillis: () => number,
): number {
  const before = acceptor.tip().height;
  const until = nowMillis() + replaySliceMs;
  if (staging.at(before + 1n) === undefined) return 0;
  acceptor.batch(() => {
    while (nowMillis() < until && acceptor.tip().height < last) {
      const run = staging.runFrom(acceptor.tip().height + 1n, executedAtOnce);
      if (run.length === 0) break;
      for (const { bytes } of run) {
        if (acceptor.tip().height >= last) break;
        acceptAttested(acceptor, readContainer(bytes), "trusted");
      }
    }
  });
  staging.deleteThrough(acceptor.storedHeight());
  return Number(acceptor.tip().height - before);
}
