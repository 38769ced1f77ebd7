import { statfs } from "node:fs/promises";
import type { Check } from "../check.ts";

export type DiskspaceOptions = {
  /** Where the database is now: the directory may have been renamed. */
  readonly directory: () => string;
  readonly requiredBytes: bigint;
  readonly warningBytes: bigint;
  /** Called when less than the required space is left: the node is to stop. */
  readonly onExhausted: (availableBytes: bigint) => void;
};

/** Free bytes on the disk of the database. avalanchego node/node.go:1470 @ v1.12.1 */
export function diskspaceCheck(options: DiskspaceOptions): Check {
  const { directory, requiredBytes, warningBytes, onExhausted } = options;
  return async () => {
    const { bavail, bsize } = await statfs(directory(), { bigint: true });
    const available = bavail * bsize;
    const detail = { availableDiskBytes: available };
    if (available < requiredBytes) {
      onExhausted(available);
      const error = `remaining available disk space (${available}) is below minimum required available space (${requiredBytes})`;
      return { detail, error };
    }
    if (available < warningBytes) {
      const error = `remaining available disk space (${available}) is below the warning threshold of disk space (${warningBytes})`;
      return { detail, error };
    }
    return { detail };
  };
}
