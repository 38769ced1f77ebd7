import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { ChainStore } from "../../store/chain-store.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import { StartError } from "../node-config.ts";
import { decodeState, StateRefused } from "./state-file.ts";

/** Fills an empty store from a state file; where there is none the chain begins anew. Throws StartError. */
export function loadSavedState(path: string, store: ChainStore, networkID: number): void {
  const bytes = readIfThere(path);
  if (bytes === undefined) return;
  try {
    store.loadImage(decodeState(bytes, networkID));
  } catch (error) {
    if (!(error instanceof StateRefused) && !(error instanceof StoreRefused)) throw error;
    throw new StartError(
      `couldn't load the state file ${path}: ${error.message} Or name another file with --state.`,
      { cause: error },
    );
  }
}

/** A reader finds the whole state, the old one or the new one. */
export function saveState(path: string, state: Uint8Array): void {
  const written = `${path}.${process.pid}.tmp`;
  writeFileSync(written, state, { mode: 0o640 });
  renameSync(written, path);
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new StartError(`couldn't read the state file ${path}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
