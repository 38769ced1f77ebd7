import { statfs } from "node:fs/promises";
import type { Check } from "../check.ts";
import { responding } from "./responding.ts";

/** Passes when the probe, which writes and reads the database, returns; fails with the text of the error it throws. */
export function databaseCheck(probe: () => void): Check {
  return () => {
    probe();
    return {};
  };
}

export type ArchiveProgress = {
  /** Why containers cannot be moved, or undefined. */
  readonly problem: string | undefined;
  /** How many containers remain to be moved. */
  behind(): bigint;
  /** Resolves when the database server answers; rejects when it does not. */
  ping(): Promise<void>;
};

/** Passes while older containers can be moved to and read from the index database. A failure loses none. */
export function archiveCheck(progress: ArchiveProgress, answerMs?: number): Check {
  const unreachable = responding(() => progress.ping(), answerMs);
  return async () => {
    const detail = { containersBehind: Number(progress.behind()) };
    const error = (await unreachable()) ?? progress.problem;
    return error === undefined ? { detail } : { detail, error };
  };
}

type Disk = {
  /** The current directory of the database, which may have been renamed. */
  readonly directory: () => string;
  /** Called after each check with what is wrong if less than the required space is left. */
  readonly onSpace: (problem: string | undefined) => void;
};

export type DiskspaceOptions = Disk & {
  readonly requiredBytes: bigint;
  readonly warningBytes: bigint;
};

export type DiskPercentageOptions = Disk & {
  readonly requiredPercentage: number;
  readonly warningPercentage: number;
};

/**
 * Free bytes on the disk of the database. AvalancheGo ends below the required space; this node refuses writes until there
 * is more. avalanchego node/node.go:1470 @ v1.12.1
 */
export function diskspaceCheck(options: DiskspaceOptions): Check {
  const { directory, requiredBytes, warningBytes, onSpace } = options;
  return async () => {
    const { bavail, bsize } = await statfs(directory(), { bigint: true });
    const available = bavail * bsize;
    const detail = { availableDiskBytes: available };
    const problem =
      available < requiredBytes
        ? `remaining available disk space (${available}) is below minimum required available space (${requiredBytes})`
        : undefined;
    onSpace(problem);
    if (problem !== undefined) return { detail, error: problem };
    if (available < warningBytes) {
      const error = `remaining available disk space (${available}) is below the warning threshold of disk space (${warningBytes})`;
      return { detail, error };
    }
    return { detail };
  };
}

/** The same with thresholds in percent of the disk, as releases after v1.12.1 have them. node/node.go @ v1.15.0-fuji */
export function diskPercentageCheck(options: DiskPercentageOptions): Check {
  const { directory, requiredPercentage, warningPercentage, onSpace } = options;
  return async () => {
    const { bavail, bsize, blocks } = await statfs(directory(), { bigint: true });
    const available = bavail * bsize;
    const percentage = blocks === 0n ? 0 : Number((bavail * 100n) / blocks);
    const detail = { availableDiskBytes: available, availableDiskPercentage: percentage };
    const remaining = `remaining available disk space percentage (${percentage}%)`;
    const problem =
      percentage < requiredPercentage
        ? `${remaining} is below minimum required available space percentage (${requiredPercentage}%)`
        : undefined;
    onSpace(problem);
    if (problem !== undefined) return { detail, error: problem };
    if (percentage < warningPercentage) {
      const error = `${remaining} is below warning threshold available space percentage (${warningPercentage}%)`;
      return { detail, error };
    }
    return { detail };
  };
}
