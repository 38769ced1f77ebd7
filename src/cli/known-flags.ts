import { acceptedGroups } from "./accepted-flags.ts";
import type { FlagType } from "./flag.ts";
import { flagGroups } from "./flags.ts";

/** What the readers of the command line, the environment and the config file know of a flag. */
export type KnownFlag = {
  readonly type: FlagType;
  readonly choices?: readonly string[];
  /** Why the flag means nothing here; absent for one that this node acts on. */
  readonly reason?: string;
};

/** Every flag by its name: those with a meaning, then those that are only accepted. */
export const knownFlags: ReadonlyMap<string, KnownFlag> = new Map<string, KnownFlag>([
  ...flagGroups.flatMap(([, group]) => Object.entries(group)),
  ...acceptedGroups.flatMap(({ reason, flags }) =>
    Object.entries(flags).map(([name, flag]) => [name, { type: flag.type, reason }] as const),
  ),
]);
