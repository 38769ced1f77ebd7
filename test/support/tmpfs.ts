import { execFileSync } from "node:child_process";
import { scratchDirectory } from "./containers.ts";

/** Mounts a disk in memory, of `size=6m` or with other options. */
export function mount(directory: string, options: string): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", directory], { stdio: "pipe" });
}

/** Also what a process still uses, so that a failed test shows its own error. */
export function unmount(directory: string): void {
  execFileSync("umount", ["--lazy", directory]);
}

/** Whether this user may mount a disk in memory. */
export const canMount = tryMount();

function tryMount(): boolean {
  const scratch = scratchDirectory();
  try {
    mount(scratch.path, "size=1m");
    unmount(scratch.path);
    return true;
  } catch {
    return false;
  } finally {
    scratch.remove();
  }
}
