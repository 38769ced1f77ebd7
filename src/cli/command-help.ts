import type { FlagName } from "./flags.ts";

/** One sentence per command, in the order of `--help`. */
export const commandSummaries = {
  serve: "Run a node (default).",
  genesis: "Print the IDs, supply and counts of a network's genesis.",
  mock: "Serve the examples of the OpenRPC documents, without a chain.",
  replay: "Execute a recorded history; --compare also compares its results.",
  index: "Import, export or verify the containers of the indices.",
  verify: "Check a store by executing its blocks again.",
  ledger: "Verify the rows of the ledger, or export them.",
  snapshot: "Export the chain state for new followers.",
  digest: "Print the SHA-256 of the whole chain state.",
  contract: "Check, mock, compare and serve OpenRPC documents; write clients.",
  decode: "Print what bytes are: a transaction, block, UTXO, ID or other.",
  encode: "Print the bytes of what decode printed.",
  completion: "Print a shell completion script.",
} as const;

export type CommandName = keyof typeof commandSummaries;

/** What `<command> --help` prints. */
export type CommandHelp = {
  /** Arguments that can follow the command name, each with what it does; empty if the text explains it. */
  readonly forms: Readonly<Record<string, string>>;
  readonly text: string;
  /** Flags of this command only. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Flags of the node that this command uses. */
  readonly nodeFlags: readonly FlagName[];
};

const networkFlags = [
  "network-id",
  "genesis-file",
  "genesis-file-content",
  "upgrade-file",
] as const satisfies readonly FlagName[];

/** Every command except `serve`, whose help is the general help. */
export type HelpedCommand = Exclude<CommandName, "serve">;

export const commandHelp: Readonly<Record<HelpedCommand, CommandHelp>> = {
  genesis: {
    forms: { "[flags]": "" },
    text: "Prints a summary of a network's genesis as JSON: IDs, start time, supply, and the number of UTXOs, validators and chains. Stores nothing.",
    nodeFlags: ["rules", "hardfork", ...networkFlags],
  },
  mock: {
    forms: { "[flags]": "" },
    text: "Serves the examples of the OpenRPC documents at the paths of a node, without a chain, until SIGINT or SIGTERM.",
    nodeFlags: ["http-host", "http-port", "api-profile", "public"],
  },
  replay: {
    forms: { "PATH [flags]": "" },
    text: 'Executes a recorded history. PATH is a history folder (genesis.json, upgrade.json, history.ndjson, .gz or .br) or a file with one block per line: {"bytes": "0x...", "id", "height", "pChainHeight", "clock"}, where only bytes is required. The chain is in memory unless --data-dir or --db-dir is given; a node with the same flags can then open it.',
    flags: {
      "--trusted":
        "Skip the checks that bootstrapping skips: signatures, proofs and staking rules.",
      "--compare":
        "Repeat every recorded call and rejected block, print what differs and what is masked, and exit with 1 if anything differs.",
    },
    nodeFlags: ["data-dir", "db-dir", "rules", "hardfork", ...networkFlags],
  },
  index: {
    forms: {
      "import FILE [flags]": "Import the containers of an export.",
      "export FILE [PATH...] [flags]":
        "Export the containers of all indices, or of some, such as P/block.",
      "verify [PATH...] [flags]": "Recompute the ID of every container.",
    },
    text: "Imports, exports or verifies the indices of a stopped node. Use - as FILE for standard input or output.",
    nodeFlags: ["data-dir", "db-dir", "network-id"],
  },
  verify: {
    forms: { "[flags]": "" },
    text: "Checks the store of a stopped node and prints what is broken: the checksums of its pages, the structure of the database, the IDs of its blocks, and every table against the execution of all blocks from the genesis. Works on copies in the temporary directory and changes nothing. Use the flags of the node, because its genesis depends on them. Where calls of the dev API changed the state outside of blocks, such as dev.fund, it prints that and compares no tables. The exit code is 1 if anything is broken.",
    nodeFlags: ["data-dir", "db-dir", ...networkFlags],
  },
  ledger: {
    forms: {
      "verify [--folder DIR] [flags]":
        "Execute the blocks again and compare every row, or with --db-url every row of the database, or with --folder every row of an export.",
      "export --format FORMAT --out DIR [flags]":
        "Write every table to files of 100,000 heights, with a manifest of digests.",
    },
    flags: {
      "--format FORMAT": "parquet, csv or ndjson.",
      "--from HEIGHT": "First height, a multiple of 100,000. Default: 0.",
      "--to HEIGHT": "Last height; rows are as they were after its block. Default: the last block.",
      "--out DIR": "Folder that the export creates.",
      "--folder DIR": "Folder of an export whose rows and digests to compare.",
    },
    text: "Works on the rows of the ledger, of a running node too: it reads a copy of the store, which it makes in the temporary directory. verify prints the result of each table and the first rows that differ, by height and key. Use the flags of the node, because its genesis depends on them. While the ledger is being filled, it compares the heights up to the first gap. With --db-url it compares the rows of the database instead of those of the store. What depends on the network that a node saw, such as proposers, is not compared. The exit code is 0, or 1 if a row differs, or 2 if nothing could be compared.",
    nodeFlags: ["data-dir", "db-dir", "db-url", ...networkFlags],
  },
  snapshot: {
    forms: { "export FILE [flags]": "" },
    text: "Writes the state of a stopped node's chain at its last accepted block to a file, and prints its digest. A new follower starts from the file with --snapshot and --snapshot-digest. To export from a running node, make it write a backup (SIGUSR2) and export from the backup. A snapshot that was not verified yet, and the state of a dev node with funded accounts cannot be exported.",
    nodeFlags: ["data-dir", "db-dir", ...networkFlags],
  },
  digest: {
    forms: { "[flags]": "" },
    text: "Prints the SHA-256 of the whole chain state at the last accepted block. It is the same on every node that executed the same blocks.",
    nodeFlags: ["data-dir", "db-dir", ...networkFlags],
  },
  contract: {
    forms: {
      "lint DOCUMENT":
        "Check the document against the meta-schema and its examples against its schemas.",
      "client --language LANGUAGE --out DIR DOCUMENT":
        "Write a client package in typescript, go, python, rust or java.",
      "server --out DIR DOCUMENT":
        "Write a TypeScript server with a handler for each method, or update it: handlers are never changed.",
      "mock DOCUMENT": "Serve the results of its examples until SIGINT or SIGTERM.",
      "mcp --server URL DOCUMENT":
        "Serve its methods as tools for AI agents (Model Context Protocol), over standard input and output or HTTP.",
      "check --server URL DOCUMENT":
        "Call the methods that only read on a live server, and compare it with the document.",
      "page --out DIR DOCUMENT":
        "Write the API page: static files for any web server, or to open from the disk.",
      "diff OLD NEW": "List the changes between two versions, breaking ones first.",
    },
    text: "Works on any OpenRPC 1.2 to 1.4 document: a file or an HTTP URL. The exit code is 0, or 1 with findings, breaking changes or differences, or 2 if the document or the arguments cannot be used.",
    flags: {
      "--language LANGUAGE": "Language of the client.",
      "--out DIR": "Folder that the client, server or page is written to.",
      "--name NAME":
        "Name of the package of the client or server. Default: the title of the document.",
      "--seed TEXT": "The mock returns random valid results for params without an example.",
      "--chaos SHARE": "The share of calls that fail in the mock, from 0 to 1.",
      "--host HOST": "Host of the mock and of mcp. Default: 127.0.0.1.",
      "--port PORT": "Port of the mock and of mcp. Default of the mock: 8080; 0 for any free port.",
      "--server URL":
        "URL that page, mcp and check send calls to. Default: the first server of the document.",
      "--header 'NAME: VALUE'": "Header of each call of mcp and check. Can be repeated.",
      "--lazy": "Three tools of mcp (search, describe, call) instead of one for each method.",
      "--allow-writes": "Let mcp offer the methods that change state, too.",
      "--method NAME":
        "Method that check calls although it is not marked as reading. Can be repeated.",
      "--all": "Let check call every method, also those that change state.",
      "--cases PLACE":
        "An .io file, or a folder of them, whose requests check sends. Can be repeated.",
      "--only-cases": "Let check send nothing but the requests of --cases.",
      "--without RULE": "Rule of JSON-RPC that check leaves out, such as batch. Can be repeated.",
      "--dry-run": "Let check print its requests instead of sending them.",
      "--junit FILE": "File that check writes its outcomes to, as JUnit XML.",
      "--record DIR": "Folder that check writes each request and response to.",
      "--fix": "Let lint correct the file of the document where that needs no decision.",
      "--base PLACE":
        "Folder or URL that relative references in the document are resolved against.",
      "--allow PLACE":
        "A further folder or origin that references can lead to. Can be repeated. Default: the document's own.",
      "--json": "Print the findings, changes or outcomes as JSON.",
    },
    nodeFlags: [],
  },
  decode: {
    forms: { "[INPUT] [flags]": "" },
    text: "Prints everything that the input can be as a JSON array, each with its type, ID and decoded value: transaction, unsignedTransaction, block, container, utxo, xChainTransaction, xChainBlock, vertex, cChainBlock, atomicTransaction, warpMessage, unsignedWarpMessage, warpPayload, l1Message, id, nodeID, address or blsPublicKey. INPUT is hex with or without 0x and checksum, cb58, base64, an address or a node ID, of at most 5 MiB; without it or with -, it is read from standard input. Needs no node. The exit code is 1 if the input is nothing of this.",
    flags: {
      "--as TYPE": "Only this type.",
      "--network-id ID": "Network of addresses whose bytes do not name one. Default: mainnet.",
    },
    nodeFlags: [],
  },
  encode: {
    forms: { "[JSON] [flags]": "" },
    text: "Prints the bytes of one reading that decode printed, perhaps changed. IDs follow from the rest and are ignored. Without JSON or with -, it is read from standard input.",
    flags: {
      "--encoding NAME":
        "hexc, hexnc, cb58 or base64; hexc and cb58 end with a checksum. Default: hexnc.",
    },
    nodeFlags: [],
  },
  completion: {
    forms: {
      bash: "Save as ~/.local/share/bash-completion/completions/couloir.",
      zsh: "Save as _couloir in a directory of fpath.",
      fish: "Save as ~/.config/fish/completions/couloir.fish.",
    },
    text: "Prints a shell script that completes commands, flags and their values.",
    nodeFlags: [],
  },
};
