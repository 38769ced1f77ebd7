import type { FlagName } from "./flags.ts";
import type { RawConfig } from "./raw-config.ts";

/** Whether the node is to leave nothing on disk but the state file that it may have. */
export function isEphemeral(raw: RawConfig): boolean {
  return raw.get("ephemeral") || raw.get("state") !== "";
}

/** The path that a flag names; of an ephemeral node only where the user gave it. */
export function unlessEphemeral(
  raw: RawConfig,
  name: Extract<FlagName, "log-dir" | "process-context-file">,
): string | undefined {
  return isEphemeral(raw) && !raw.isSet(name) ? undefined : raw.get(name);
}
