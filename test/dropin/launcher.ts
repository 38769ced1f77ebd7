import { dirname, join } from "node:path";

/** What launchers start in place of avalanchego. */
export const executable = join(import.meta.dirname, "../../bin/couloir");

/** For a launcher that writes under the home directory. The executable runs with the Node that runs this. */
export function launcherEnvironment(home: string): Readonly<Record<string, string>> {
  return {
    HOME: home,
    PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
    COULOIR_EXECUTABLE: executable,
  };
}
