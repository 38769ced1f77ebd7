import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { ChainStore } from "../../store/chain-store.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import { StartError } from "../node-config.ts";
import { decodeState, StateRefused } from "./state-file.ts";

/** Loads a state file into an empty store. Without a file the chain starts from its genesis. Throws StartError. */
export function loadSavedState(path: string, store: ChainStore, networkID: number): void {
  const bytes = readIfThere(path);
  if (bytes === undefined) return;
  try {
    store.loadImage(decodeState(bytes, networkID));
  } catch (error) {
    if (!(error instanceof StateRefused) && !(error instanceof StoreRefused)) throw error;
    throw new StartError(
      `couldn't load the state file ${path}: ${error.message} Or choose another file with --state.`,
      { cause: error },
    );
  }
}

/** Replaces the file, or the target of a link, at once: a reader finds either the old or the new state. */
export function saveState(given: string, state: Uint8Array): void {
  const path = existsSync(given) ? realpathSync(given) : given;
  const written = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(written, state, { mode: 0o640 });
    renameSync(written, path);
  } catch (error) {
    rmSync(written, { force: true });
    throw error;
  }
}

/** The node will write the file at exit, so its folder must exist and let it. */
function noFile(path: string): undefined {
  const folder = dirname(path);
  const problem = existsSync(folder)
    ? unwritable(folder) && "cannot be written. Change its permissions"
    : "does not exist. Create it";
  if (problem === false) return undefined;
  throw new StartError(
    `couldn't use the state file ${path}: the folder ${folder} ${problem}, or choose another file with --state.`,
  );
}

function unwritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return false;
  } catch {
    return true;
  }
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    // A device such as /dev/zero has no end, and a pipe cannot be replaced when the node ends.
    if (!statSync(path).isFile())
      throw new Error("it is not a regular file. Choose another one with --state.");
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return noFile(path);
    throw new StartError(`couldn't read the state file ${path}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
