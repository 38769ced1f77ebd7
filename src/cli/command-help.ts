import type { FlagName } from "./flags.ts";

/** Every command in a sentence, in the order of `--help`. */
export const commandSummaries = {
  serve: "Run a node. The default.",
  genesis: "Print the IDs, supply and counts of a network's genesis.",
  mock: "Serve the documents' examples at the paths of a node, without a chain.",
  replay: "Execute a recorded history again, and compare its answers with --compare.",
  index: "Import, export or verify the containers of the indices.",
  digest: "Print the sha256 of the chain's whole state at its tip.",
  completion: "Print the completion script of a shell.",
} as const;

export type CommandName = keyof typeof commandSummaries;

/** What `<command> --help` tells. */
export type CommandHelp = {
  /** What may follow the command's name, and what that does; empty where the text says it. */
  readonly forms: Readonly<Record<string, string>>;
  readonly text: string;
  /** Flags of its own. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Flags of the node that matter to it. */
  readonly nodeFlags: readonly FlagName[];
};

const networkFlags = [
  "network-id",
  "genesis-file",
  "genesis-file-content",
  "upgrade-file",
] as const satisfies readonly FlagName[];

/** Every command but `serve`, whose help is the general one. */
export type HelpedCommand = Exclude<CommandName, "serve">;

export const commandHelp: Readonly<Record<HelpedCommand, CommandHelp>> = {
  genesis: {
    forms: { "[flags]": "" },
    text: "Prints as JSON the genesis of a network and what follows from it: IDs, start, supply, and how many UTXOs, validators and chains it has. Nothing is stored.",
    nodeFlags: networkFlags,
  },
  mock: {
    forms: { "[flags]": "" },
    text: "Serves the documents' examples at the paths of a node, without a chain, until SIGINT or SIGTERM.",
    nodeFlags: ["http-host", "http-port", "api-profile", "public"],
  },
  replay: {
    forms: { "PATH [flags]": "" },
    text: 'Executes a recorded history again. PATH is a history folder (genesis.json, upgrade.json, history.ndjson, .gz or .br) or a file with a block a line: {"bytes": "0x...", "id", "height", "pChainHeight", "clock"}, of which all but bytes may be left out. The chain is in memory; with --data-dir or --db-dir it is kept there, as a node with these flags finds it.',
    flags: {
      "--trusted": "Execute as bootstrapping does: no signatures, no proofs, no staking rules.",
      "--compare":
        "Ask every ask, try every issue and refusedBlock; exit with 1 at any difference.",
    },
    nodeFlags: ["data-dir", "db-dir", ...networkFlags],
  },
  index: {
    forms: {
      "import FILE [flags]": "Put the containers of an export into the indices.",
      "export FILE [PATH...] [flags]": "Write the containers of all indices, or of P/block ...",
      "verify [PATH...] [flags]": "Compute the ID of every container anew.",
    },
    text: "Works on the indices of a node that does not run. FILE may be -, the standard input or output.",
    nodeFlags: ["data-dir", "db-dir", "network-id"],
  },
  digest: {
    forms: { "[flags]": "" },
    text: "Prints the sha256 of the chain's whole state at its tip: equal on every node that executed the same blocks.",
    nodeFlags: ["data-dir", "db-dir", ...networkFlags],
  },
  completion: {
    forms: {
      bash: "For ~/.local/share/bash-completion/completions/couloir.",
      zsh: "For a file _couloir in a folder of fpath.",
      fish: "For ~/.config/fish/completions/couloir.fish.",
    },
    text: "Prints a script with which the shell completes commands, flags and their values.",
    nodeFlags: [],
  },
};
