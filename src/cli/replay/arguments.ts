import { ConfigError } from "../config-error.ts";
import { knownFlags } from "../known-flags.ts";

/** What `couloir replay` was asked to do. */
export type ReplayArguments = {
  readonly path: string;
  readonly trusted: boolean;
  readonly compare: boolean;
  /** The folder of the store; undefined for one in memory. */
  readonly databaseDirectory: string | undefined;
  /** Flags of the node, for the network and its rules. */
  readonly nodeFlags: readonly string[];
};

export const replayUsage = `Usage: couloir replay PATH [--trusted] [--compare] [--db FOLDER] [flags of the network]

PATH is a history folder (genesis.json, upgrade.json, history.ndjson, .gz or .br) or a file with a block a line:
{"bytes": "0x...", "id", "height", "pChainHeight", "clock"}, of which all but bytes may be left out.

  --trusted     execute as bootstrapping does: no signatures, no proofs, no staking rules
  --compare     ask every ask, try every issue and refusedBlock; exit with 1 at any difference
  --db FOLDER   keep the chain, as --db-dir of a node; without it the store is in memory
`;

/** Takes the command's own arguments from those of the node. Throws ConfigError. */
export function replayArguments(args: readonly string[]): ReplayArguments {
  const nodeFlags: string[] = [];
  const own = { trusted: false, compare: false };
  let path: string | undefined;
  let databaseDirectory: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument === "--trusted") own.trusted = true;
    else if (argument === "--compare") own.compare = true;
    else if (argument === "--db") databaseDirectory = args[++i] ?? refuse("--db needs a folder");
    else if (argument.startsWith("--db=")) databaseDirectory = argument.slice("--db=".length);
    else if (argument.startsWith("-")) {
      nodeFlags.push(argument);
      if (takesNext(argument) && i + 1 < args.length) nodeFlags.push(args[++i]!);
    } else if (path === undefined) path = argument;
    else refuse(`unexpected argument: ${JSON.stringify(argument)}`);
  }
  return {
    path: path ?? refuse("replay needs the PATH of a history"),
    ...own,
    databaseDirectory,
    nodeFlags,
  };
}

function takesNext(argument: string): boolean {
  if (argument.includes("=")) return false;
  const flag = knownFlags.get(argument.replace(/^--?/, ""));
  return flag !== undefined && flag.type !== "bool";
}

function refuse(message: string): never {
  throw new ConfigError(message);
}
