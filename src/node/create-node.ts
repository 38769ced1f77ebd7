import { underRelease } from "../networks/find-network.ts";
import type { Network } from "../networks/network.ts";
import type { ReleaseName } from "../networks/release.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { writeExecutedSchedule } from "../store/executed-schedule.ts";
import { readHardfork, writeRelease } from "../store/release.ts";
import { readSnapshotRecord } from "../store/snapshot/record.ts";
import type { Activity } from "./activity.ts";
import { assemble } from "./assembly.ts";
import { configuredNetwork } from "./chain/configured-network.ts";
import { untilThereIsGas } from "./chain/first-gas.ts";
import { networkOfNewChain, type OpenChain, openChain, startErrorOf } from "./chain/open-chain.ts";
import { removeHealed } from "./chain/outdated-schedule.ts";
import { areBlocksRecorded } from "./chain/recorded-blocks.ts";
import { machineClock, NodeClock } from "./clock.ts";
import { creditAccounts } from "./dev/credit-accounts.ts";
import { DevSettings } from "./dev/dev-settings.ts";
import { withGas } from "./dev/gas.ts";
import { wakeClock } from "./dev/wake-clock.ts";
import type { OpenSource } from "./follow/network-source.ts";
import { recordFollowable } from "./followable/recorded.ts";
import {
  firstLocalIdentity,
  IdentityError,
  loadIdentity,
  type NodeIdentity,
} from "./identity/identity.ts";
import { KeyFileError } from "./identity/key-files.ts";
import { PublicIp } from "./identity/public-ip.ts";
import { stakingAddress } from "./identity/staking-address.ts";
import type { Log } from "./logging/log.ts";
import {
  type ChosenMode,
  chooseMode,
  isFirstLocalValidator,
  wantsToFollow,
} from "./mode/choose-mode.ts";
import { configOfMode, type Mode } from "./mode/decide-mode.ts";
import { ModeState } from "./mode/mode-state.ts";
import { recordMode } from "./mode/recorded-mode.ts";
import { Node } from "./node.ts";
import type { NodeConfig } from "./node-config.ts";
import { StartError } from "./node-config.ts";

/** What the caller may replace. */
export type NodeOptions = {
  /** Default: the machine's clock. */
  readonly clock?: NodeClock;
  /** Whether the chains of a dev node accept requests. By default they do at once. */
  readonly isBootstrapped?: () => boolean;
  /** Called for each call and block. */
  readonly onActivity?: (activity: Activity) => void;
  /** Replaces peers and upstreams in mode `follow`. */
  readonly openSource?: OpenSource;
  /** Ends the creation, which takes long if the store has to be healed. It rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called while blocks of the store are executed again, before the node serves. */
  readonly onHealing?: (height: bigint, last: bigint) => void;
};

/** Creates a node: opens its chain, reads its identity and connects its parts. Throws StartError. */
export async function createNode(
  givenConfig: NodeConfig,
  log: Log,
  {
    clock: given,
    isBootstrapped,
    onActivity,
    openSource: givenSource,
    signal,
    onHealing,
  }: NodeOptions = {},
): Promise<Node> {
  const { timestamp } = givenConfig.local;
  const clock = given ?? clockAt(timestamp);
  for (const { level, message } of givenConfig.notices) log[level]({}, message);
  const network = configuredNetwork(givenConfig);
  const publicIP = new PublicIp(givenConfig.publicIP, log);
  const { host, port } = givenConfig.staking;
  const staking = await stakingAddress(host, port);
  const wouldFollow = wantsToFollow(givenConfig);
  const followed = await followedChain(givenConfig, network, clock);
  const ownConfig = followed?.config ?? givenConfig;
  const chainConfig = wouldFollow ? { ...givenConfig, release: "newest" as const } : ownConfig;
  const { snapshot } = givenConfig.source;
  const open = () =>
    openChain(
      { ...chainConfig, snapshot, anySchedule: true },
      network,
      clock.nowSeconds(),
      givenConfig.ledger,
    );
  let first = await open();
  try {
    const identity = followed?.identity ?? (await readIdentity(givenConfig));
    const { mode, over } = chooseMode(givenConfig, first.store, identity.nodeID, log);
    if (mode === "dev") recordFollowable(first.store.metadata, givenConfig.followable);
    const isOwnAfterAll = wouldFollow && mode === "dev";
    let ruled = isOwnAfterAll ? withOwnRules(first, network, givenConfig.release) : first;
    recordMode(ruled.store, mode);
    refuseSnapshot(ruled.store, mode);
    if (first.outdated !== undefined) {
      const { heal, verifyHealable } = await import("./healing/heal.ts");
      verifyHealable(first, mode, chainConfig);
      await heal(first, { config: chainConfig, clock, log, signal, onProgress: onHealing });
      await first.close();
      ruled = first = await open();
    }
    if (mode === "follow") removeHealed(first);
    const otherHardfork = hardforkWarning(givenConfig, ruled.store);
    if (otherHardfork !== undefined) log.warn({}, otherHardfork);
    const { opened, gasAsNetwork } =
      mode === "dev" ? withGas(ruled, givenConfig) : { opened: ruled, gasAsNetwork: true };
    const config = configOfMode(ownConfig, mode);
    const ownClock = given === undefined && timestamp === undefined;
    if (config.apis.dev) prepareDevChain(opened, config, { ownClock: ownClock && clock, log });
    const state = new ModeState(mode, isBootstrapped);
    const parts = { opened, identity, publicIP, staking, state };
    const openSource = givenSource ?? (await sourceOf(over));
    const others = { config, log, clock, gasAsNetwork, openSource, onActivity };
    const assembly = await assemble({ ...parts, ...others });
    if (given === undefined && mode === "dev") await untilThereIsGas(clock, opened.store);
    return new Node(config, log, { ...parts, assembly });
  } catch (error) {
    await first.close();
    throw startErrorOf(error, first.file);
  }
}

function clockAt(unixSeconds: bigint | undefined): NodeClock {
  return new NodeClock(unixSeconds === undefined ? undefined : Number(unixSeconds) * 1000);
}

/** `ownClock` continues where the chain's dev node left it; false for a clock that the caller sets. */
function prepareDevChain(
  opened: OpenChain,
  config: NodeConfig,
  { ownClock, log }: { readonly ownClock: NodeClock | false; readonly log: Log },
): void {
  const { metadata } = opened.store;
  if (ownClock !== false) wakeClock(ownClock, opened, config, log);
  if (!config.followable && !areBlocksRecorded(metadata)) {
    creditAccounts(opened, new DevSettings(metadata), config.local);
  }
}

/** The node must not serve a state that the history refutes, nor, without a network, one that is not verified. */
function refuseSnapshot(store: ChainStore, mode: Mode): void {
  const { state } = readSnapshotRecord(store.metadata) ?? {};
  if (state === undefined || state === "complete") return;
  if (mode === "dev") {
    throw new StartError("a node that builds its own blocks cannot start from a snapshot");
  }
  if (mode === "offline" && state === "refuted") {
    throw new StartError(
      "the replayed history refutes the snapshot that the database was started from: choose another --data-dir",
    );
  }
}

/** The identity of a followable node, and the genesis that follows from it; undefined for other nodes. */
async function followedChain(config: NodeConfig, described: Network, clock: NodeClock) {
  if (!config.followable) return undefined;
  const { followableGenesis } = await import("./followable/genesis.ts");
  const identity = await readIdentity(config);
  const network = networkOfNewChain(config, described);
  const genesis = await followableGenesis(config, network, identity, clock.nowSeconds());
  const own = { genesis: { content: Buffer.from(genesis.text) } };
  return {
    identity,
    config: { ...config, ...own, local: { ...config.local, genesis: undefined } },
  };
}

/** A node with a validator's key does not follow but builds a new chain, which has the rules of --rules. */
function withOwnRules(
  opened: OpenChain,
  network: Network,
  release: ReleaseName | undefined,
): OpenChain {
  const { store, context } = opened;
  const isNew = store.blocks.lastAccepted().height === 0n;
  if (!isNew || release === undefined || release === context.network.release.name) return opened;
  writeRelease(store.metadata, release);
  const own = { ...context, network: underRelease(network, release) };
  writeExecutedSchedule(store.metadata, own.network.upgrades);
  const genesis = async () => ({ ...(await opened.genesis()), context: own });
  return { ...opened, context: own, genesis };
}

/** The warning if the configured hardfork differs from that of the existing chain. */
function hardforkWarning(
  { hardfork, upgrades }: NodeConfig,
  { metadata }: ChainStore,
): string | undefined {
  const kept = readHardfork(metadata);
  if (upgrades !== undefined && kept !== undefined) {
    return `the upgrade file replaces the hardfork ${kept} that the chain was created with`;
  }
  if (hardfork?.isGiven !== true || hardfork.name === kept) return undefined;
  const keeps = kept === undefined ? "its upgrade times" : `its hardfork, ${kept}`;
  return `--hardfork=${hardfork.name} is for new chains: this one keeps ${keeps}`;
}

/** Loaded only by followers: a dev node needs no peer protocol. */
async function sourceOf(over: ChosenMode["over"]): Promise<OpenSource> {
  if (over === undefined) return () => unfollowed();
  const { openNetworkSource } = await import("./follow/open-network-source.ts");
  return openNetworkSource(over);
}

function unfollowed(): never {
  throw new Error("only a node in mode follow opens a network source");
}

async function readIdentity(config: NodeConfig): Promise<NodeIdentity> {
  try {
    const sources = isFirstLocalValidator(config) ? await firstLocalIdentity() : config.identity;
    return loadIdentity(sources, machineClock.nowDate());
  } catch (error) {
    if (!(error instanceof IdentityError || error instanceof KeyFileError)) throw error;
    throw new StartError(error.message, { cause: error });
  }
}
