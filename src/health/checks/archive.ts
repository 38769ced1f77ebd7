import type { Check } from "../check.ts";

export type ArchiveProgress = {
  /** Why containers cannot be moved; undefined while they can. */
  readonly problem: string | undefined;
  /** How many containers are still to be moved. */
  behind(): bigint;
  /** Resolves where the server answers, rejects where it does not. */
  ping(): Promise<void>;
};

/** Passes while older containers get to the index database and are read from it; none is lost meanwhile. */
export function archiveCheck(progress: ArchiveProgress): Check {
  return async () => {
    const detail = { containersBehind: Number(progress.behind()) };
    const silence = await progress.ping().then(
      () => undefined,
      (error: Error) => error.message,
    );
    const error = silence ?? progress.problem;
    return error === undefined ? { detail } : { detail, error };
  };
}
