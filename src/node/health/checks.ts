import type { StoredChainProgress } from "../../follow/following.ts";
import { formatId } from "../../formats/id.ts";
import { applicationTag, type Check } from "../../health/check.ts";
import { type ChainProgress, chainCheck, type StakeConnection } from "../../health/checks/chain.ts";
import { type FillingState, fillingCheck } from "../../health/checks/filling.ts";
import {
  type FollowState,
  followingCheck,
  laggingCheck,
  type SnapshotCheckState,
  snapshotCheck,
} from "../../health/checks/following.ts";
import { type LedgerCopying, ledgerDatabaseCheck } from "../../health/checks/ledger-database.ts";
import {
  bootstrappedCheck,
  type ValidationState,
  validationCheck,
} from "../../health/checks/node.ts";
import {
  type AnnouncedUpgrades,
  blsCheck,
  futureUpgradeCheck,
  type RegisteredKey,
} from "../../health/checks/release.ts";
import {
  type ArchiveProgress,
  archiveCheck,
  databaseCheck,
  diskPercentageCheck,
  diskspaceCheck,
} from "../../health/checks/storage.ts";
import {
  networkCheck,
  type OutstandingRequests,
  type PeerTraffic,
  routerCheck,
} from "../../health/checks/traffic.ts";
import type { Health } from "../../health/health.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { Metadata } from "../../store/metadata.ts";
import { readSnapshotRecord } from "../../store/snapshot/record.ts";
import type { NodeConfig } from "../node-config.ts";

/** What the checks look at. */
export type HealthSources = {
  readonly isBootstrapped: () => boolean;
  /** Tracked subnets that are not ready, in cb58. */
  readonly bootstrappingSubnets: () => readonly string[];
  /** Writes to and reads from the database; throws if that fails. */
  readonly probeDatabase: () => void;
  /** The current directory of the database. */
  readonly databaseDirectory: () => string;
  /** Progress of moving containers to the index database; undefined without one. */
  readonly archiving: ArchiveProgress | undefined;
  /** Progress of copying the ledger to the database; undefined without one. */
  readonly copying: LedgerCopying | undefined;
  /** Filling of the ledger, and when it is needed for the first time. */
  readonly filling: {
    readonly progress: () => FillingState;
    readonly onNeeded: (listener: () => void) => void;
  };
  /** Undefined for an unknown chain. */
  readonly progress: (alias: "P" | "X" | "C") => ChainProgress | undefined;
  /** The chains that are followed beside the P-chain. */
  readonly storedChains: () => readonly StoredChainProgress[];
  readonly requests: () => OutstandingRequests;
  readonly validation: () => ValidationState;
  readonly ownBlsKey: () => Uint8Array;
  readonly registeredBlsKey: () => RegisteredKey;
  readonly announcedUpgrades: () => AnnouncedUpgrades;
  /** Undefined unless the node follows a network. */
  readonly following: (() => FollowState) | undefined;
  /** Undefined for a node that was started from the genesis. */
  readonly snapshot: () => SnapshotCheckState | undefined;
  /** Of the P-chain; undefined unless the node follows a network. */
  readonly connectedStake: (() => StakeConnection) | undefined;
  readonly traffic: () => PeerTraffic;
  /** Called after each check of the disk, with what is wrong if there is too little space. */
  readonly onDiskSpace: (problem: string | undefined) => void;
};

/** Registers every check of the node. avalanchego node/node.go initHealthAPI, chains/manager.go @ v1.12.1 */
export async function registerChecks(
  health: Health,
  config: Pick<NodeConfig, "health" | "staking" | "apis" | "source">,
  sources: HealthSources,
): Promise<void> {
  const application = [applicationTag];
  const primary = [formatId(primaryNetworkID)];
  const bootstrapped = bootstrappedCheck(() => [
    ...(isPrimaryBootstrapped(sources) ? [] : primary),
    ...sources.bootstrappingSubnets(),
  ]);
  await health.readiness.registerMonotonic("bootstrapped", bootstrapped, application);
  const worker = health.health;
  const progressOf = (alias: "P" | "X" | "C") => progressCheck(sources, alias);
  await worker.register("bootstrapped", bootstrapped, application);
  await worker.register("P", progressOf("P"), primary);
  const followed = sources.following === undefined ? [] : config.source.storedChains;
  for (const chain of followed) {
    await worker.register(chain, storedChainCheck(sources, chain), primary);
  }
  if (config.staking.partialSyncPrimaryNetwork) {
    await worker.register("validation", validationCheck(sources.validation), application);
  } else {
    await worker.register("X", progressOf("X"), primary);
    await worker.register("C", progressOf("C"), primary);
  }
  if (sources.following !== undefined) {
    await worker.register("following", followingCheck(sources.following), application);
    await health.readiness.register("following", laggingCheck(sources.following), application);
  }
  if (sources.snapshot() !== undefined) {
    await worker.register("snapshot", snapshotCheck(sources.snapshot), application);
  }
  const { filling } = sources;
  filling.onNeeded(() => {
    void worker.register(
      "ledger",
      fillingCheck(() => filling.progress()),
      application,
    );
  });
  // Without its health API AvalancheGo checks only its chains.
  if (!config.apis.health) return;
  const { network, router, disk } = config.health;
  await worker.register("network", networkCheck(sources.traffic, network), application);
  await worker.register("router", routerCheck(sources.requests, router), application);
  await worker.register("database", databaseCheck(sources.probeDatabase), application);
  if (sources.archiving !== undefined) {
    await worker.register("indexDatabase", archiveCheck(sources.archiving), application);
  }
  if (sources.copying !== undefined) {
    await worker.register("ledgerDatabase", ledgerDatabaseCheck(sources.copying), application);
  }
  const { databaseDirectory: directory, onDiskSpace: onSpace } = sources;
  if (!isOfCurrentRelease(config)) {
    const check = diskspaceCheck({ directory, ...disk, onSpace });
    await worker.register("diskspace", check, application);
    return;
  }
  const check = diskPercentageCheck({ directory, ...disk, onSpace });
  await worker.register("diskspace", check, application);
  const bls = blsCheck(sources.ownBlsKey, sources.registeredBlsKey);
  await worker.register("bls", bls, application);
  const upgrade = futureUpgradeCheck(sources.announcedUpgrades);
  await worker.register("futureupgrade", upgrade, application);
}

/** Whether the node has the checks of AvalancheGo's newest release rather than those of v1.12.1. */
function isOfCurrentRelease({ apis }: Pick<NodeConfig, "apis">): boolean {
  return apis.profile === "avalanchego";
}

/** A chain that is not bootstrapped has no progress to report. */
function progressCheck(sources: HealthSources, alias: "P" | "X" | "C"): Check {
  const progress = () => (sources.isBootstrapped() ? sources.progress(alias) : undefined);
  return chainCheck(progress, alias === "P" ? sources.connectedStake : undefined);
}

/** Also of the chains that are followed beside the P-chain. */
function isPrimaryBootstrapped(sources: HealthSources): boolean {
  return (
    sources.isBootstrapped() && sources.storedChains().every(({ isBootstrapped }) => isBootstrapped)
  );
}

/** A chain whose containers are stored: its validators are the P-chain's. */
function storedChainCheck(sources: HealthSources, chain: "X" | "C"): Check {
  const following = () => sources.storedChains().find((each) => each.chain === chain);
  const check = chainCheck(
    () => (following()?.isBootstrapped === true ? sources.progress(chain) : undefined),
    sources.connectedStake,
  );
  return async () => {
    const outcome = await check();
    const progress = following()?.progress;
    if (progress?.phase !== "halted") return outcome;
    const remedy =
      "update Couloir, and report the file in the folder reports of the data directory";
    return { ...outcome, error: `following halted: ${progress.reason}; ${remedy}` };
  };
}

/** The snapshot of a node that follows no network, so that nothing verifies it. */
export function unverifiedSnapshot(metadata: Metadata): SnapshotCheckState | undefined {
  const record = readSnapshotRecord(metadata);
  if (record === undefined) return undefined;
  const { state, digest, height } = record;
  const progress = { replayedHeight: undefined, remainingSeconds: undefined };
  return { state, digest, height: BigInt(height), ...progress };
}
