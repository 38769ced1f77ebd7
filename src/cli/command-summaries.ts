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
