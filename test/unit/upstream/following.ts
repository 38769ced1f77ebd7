import { afterEach } from "vitest";
import type { Disagreement } from "../../../src/follow/acceptor.ts";
import type { FollowPhase } from "../../../src/follow/progress.ts";
import { ProposerSignatures } from "../../../src/follow/proposer-signature.ts";
import type { IndexPath, NewContainer } from "../../../src/store/container-log.ts";
import { type ComparedState, StateComparison } from "../../../src/upstream/state-comparison.ts";
import { type Form, Upstream } from "../../../src/upstream/upstream.ts";
import { UpstreamClient } from "../../../src/upstream/upstream-client.ts";
import { UpstreamFollower } from "../../../src/upstream/upstream-follower.ts";
import { TestAcceptor, type TestChain } from "../follow/network.ts";
import { FakeUpstream, Refused } from "./fake-upstream.ts";

/** Time passes faster than on the wall, so that waiting costs little. */
const speed = 20;
const nowMillis = () => Math.floor(performance.now() * speed);
export const sleep = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, delayMs / speed);
    signal.addEventListener("abort", abort, { once: true });
  });

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

export async function fakes(...chains: readonly TestChain[]): Promise<FakeUpstream[]> {
  const started = await Promise.all(chains.map((chain) => FakeUpstream.start(chain)));
  cleanups.push(...started.map((fake) => () => fake.stop()));
  return started;
}

export function upstreamOf(url: URL, options: { readonly warnings?: string[] } = {}): Upstream {
  return new Upstream({
    client: new UpstreamClient({ url, headers: {}, fetch }),
    networkID: 1337,
    nowMillis,
    onWarning: (message) => options.warnings?.push(message),
  });
}

export type ServedContainer = Pick<NewContainer, "id" | "idText" | "bytesText">;

/** The fake serves these containers as an index, beside those of other indices. */
export function serveIndex(
  fake: FakeUpstream,
  containers: readonly ServedContainer[],
  index: IndexPath = "X/block",
): void {
  const others = fake.lie;
  fake.lie = (call, ...rest) => {
    const { path, method, params } = call;
    if (path !== `/ext/index/${index}`) return others?.(call, ...rest);
    const shown = containers.map(({ idText, bytesText }, index) => ({
      id: idText,
      bytes: bytesText,
      index: String(index),
    }));
    if (method === "index.getLastAccepted") return shown.at(-1);
    if (method !== "index.getContainerRange") throw new Refused("not here");
    const first = Number(params["startIndex"]);
    return { containers: shown.slice(first, first + Number(params["numToFetch"])) };
  };
}

export type FollowOptions = {
  /** What the store has: the genesis and what was followed before. */
  readonly stored: TestChain;
  readonly acceptor?: TestAcceptor;
  readonly form?: Form;
  readonly state?: ComparedState;
};

const unknownState: ComparedState = {
  height: () => -1n,
  supply: () => undefined,
  validatorsAt: () => [],
};

/** Follows upstreams with an acceptor in memory. */
export function follow(urls: readonly URL[], options: FollowOptions) {
  const { stored, form, state = unknownState } = options;
  const acceptor = options.acceptor ?? new TestAcceptor(stored);
  const warnings: string[] = [];
  const phases: FollowPhase[] = [];
  const errors: unknown[] = [];
  const halts: Disagreement[] = [];
  const upstreams = urls.map((url) => upstreamOf(url, { warnings }));
  const signatures = new ProposerSignatures();
  const follower = new UpstreamFollower({
    upstreams,
    acceptors: { containers: acceptor, blocks: acceptor },
    storedForm: () => (acceptor.tip().height === 0n ? form : (form ?? "containers")),
    lastAccepted: () => acceptor.accepted.at(-1)!,
    isSigned: (container) => signatures.isValid(container),
    comparison: new StateComparison({ upstreams, state, nowMillis, intervalMs: 1_000 }),
    areRulesCompared: () => true,
    nowMillis,
    sleep,
    onPhase: (phase) => phases.push(phase),
    onHalt: (disagreement) => halts.push(disagreement),
    onError: (error) => errors.push(error),
  });
  follower.start();
  cleanups.push(() => follower.stop());
  const problems = () => upstreams.flatMap(({ problem }) => problem ?? []);
  const nowMs = nowMillis;
  return { follower, acceptor, warnings, problems, phases, errors, halts, upstreams, nowMs };
}
