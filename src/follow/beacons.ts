import { type BytesKey, bytesOfKey, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import type { Peers } from "./peers.ts";

/** How many beacons are asked for their frontier. avalanchego snow/engine/snowman/bootstrap @ v1.14.2 */
const frontierSampleSize = 20;

/** The frontier of beacons that answer this much later than a majority is not waited for. */
const lateMs = 500;

export type BeaconPollOptions = {
  readonly random: () => number;
  /** Rejects if the signal is aborted first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** Called for each answer: a beacon that gives one is worth further questions. */
  readonly onAnswer: (beacon: NodeId) => void;
};

/** Bootstrapping begins when this many beacons are connected: three quarters, rounded up. */
export function beaconsNeeded(count: number): number {
  return Math.floor((3 * count + 3) / 4);
}

/**
 * Returns the containers that a majority of the beacons say they accepted: first some beacons name their last
 * accepted container, then all of them say which of those they accepted. A silent beacon counts against every one.
 */
export async function pollBeacons(
  peers: Peers,
  beacons: readonly NodeId[],
  options: BeaconPollOptions,
): Promise<readonly Id[]> {
  const sample = shuffled(beacons, options.random).slice(0, frontierSampleSize);
  const candidates = distinct(await pollFrontier(peers, sample, options));
  if (candidates.length === 0) return [];
  return pollAccepted(peers, beacons, candidates);
}

/**
 * The last accepted containers of the beacons. Once a majority has answered, the others get a moment: a silent beacon
 * would hold up every poll, and an honest majority names the tip.
 */
async function pollFrontier(
  peers: Peers,
  beacons: readonly NodeId[],
  { sleep, onAnswer }: BeaconPollOptions,
): Promise<readonly Id[]> {
  const majority = Math.floor(beacons.length / 2) + 1;
  const frontier: Id[] = [];
  const over = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const answers = beacons.map(async (beacon) => {
        const id = await peers.acceptedFrontier(beacon);
        if (id === undefined) return;
        onAnswer(beacon);
        frontier.push(id);
        if (frontier.length === majority) sleep(lateMs, over.signal).then(resolve, resolve);
      });
      Promise.all(answers).then(() => resolve(), reject);
    });
  } finally {
    over.abort();
  }
  return [...frontier];
}

/**
 * Returns those of the containers that a majority of the beacons accepted. It does not wait for beacons whose answers can
 * change nothing: a silent one would hold up every poll.
 */
export async function pollAccepted(
  peers: Peers,
  beacons: readonly NodeId[],
  candidates: readonly Id[],
): Promise<readonly Id[]> {
  const majority = Math.floor(beacons.length / 2) + 1;
  const votes = new Map<BytesKey, number>(candidates.map((id) => [keyOf(id), 0]));
  let missing = beacons.length;
  await new Promise<void>((resolve, reject) => {
    const count = (answer: readonly Id[] | undefined) => {
      missing--;
      // A beacon that repeats an ID has one vote for it.
      for (const key of new Set((answer ?? []).map(keyOf))) {
        const before = votes.get(key);
        if (before !== undefined) votes.set(key, before + 1);
      }
      const isOpen = (count: number) => count < majority && count + missing >= majority;
      if (![...votes.values()].some(isOpen)) resolve();
    };
    for (const beacon of beacons) peers.accepted(beacon, candidates).then(count, reject);
  });
  return [...votes].flatMap(([key, count]) => (count >= majority ? [bytesOfKey(key)] : []));
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}

function distinct(ids: readonly Id[]): Id[] {
  return [...new Set(ids.map(keyOf))].map(bytesOfKey);
}
