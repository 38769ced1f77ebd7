import { knownFlags } from "../accepted-flags.ts";
import { ConfigError } from "../flag-types.ts";

/** The arguments of `couloir replay`. */
export type ReplayArguments = {
  readonly path: string;
  readonly trusted: boolean;
  readonly compare: boolean;
  /** Whether the flags name a directory for the chain; otherwise the chain is in memory. */
  readonly keepsChain: boolean;
  /** Flags of the node: the network, its rules, and the directory of the chain. */
  readonly nodeFlags: readonly string[];
};

/** Separates the command's arguments from the flags of the node. Throws ConfigError. */
export function replayArguments(args: readonly string[]): ReplayArguments {
  const nodeFlags: string[] = [];
  const own = { trusted: false, compare: false };
  let path: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument === "--trusted") own.trusted = true;
    else if (argument === "--compare") own.compare = true;
    else if (argument.startsWith("-")) {
      nodeFlags.push(argument);
      if (takesNext(argument) && i + 1 < args.length) nodeFlags.push(args[++i]!);
    } else if (path === undefined) path = argument;
    else refuse(`unexpected argument: ${JSON.stringify(argument)}`);
  }
  return {
    path: path ?? refuse("replay needs the PATH of a history"),
    ...own,
    keepsChain: nodeFlags.some((flag) => /^--(data|db)-dir(=|$)/.test(flag)),
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
