/** The chains of the primary network. Each has one or more indices. */
export const indexedChains = ["P", "X", "C"] as const;

export type IndexedChain = (typeof indexedChains)[number];

/** What earlier runs recorded. avalanchego indexer/indexer.go @ v1.12.1 */
export type IndexMarks = {
  /** Whether a node has run on this database, with or without indices. */
  readonly hasRun: boolean;
  readonly chains: Readonly<Record<IndexedChain, ChainMarks>>;
};

export type ChainMarks = {
  readonly wasIndexed: boolean;
  /** Whether a run without the index happened. This mark is never removed. */
  readonly isIncomplete: boolean;
};

export type IndexRequest = {
  readonly enabled: boolean;
  readonly allowIncomplete: boolean;
  readonly marks: IndexMarks;
  /** The number of accepted P-chain blocks that are missing in its index. */
  readonly missingBlocks: bigint;
};

export type IndexDecision =
  | { readonly kind: "start"; readonly marks: IndexMarks }
  /** The message names the indices, the reason and the remedies. */
  | { readonly kind: "refuse"; readonly message: string };

/**
 * Decides whether a node can start with the requested indices, and which marks to record. An index is complete only if
 * it was enabled since the database was new: unless gaps are allowed, you can neither disable it nor enable it later.
 * specification, sections 3 and 7
 */
export function decideIndexing(request: IndexRequest): IndexDecision {
  const refused = request.allowIncomplete
    ? []
    : indexedChains.filter((chain) => endangers(chain, request));
  if (refused.length > 0) return { kind: "refuse", message: refusal(refused, request) };
  const chains = {
    P: marksAfter("P", request),
    X: marksAfter("X", request),
    C: marksAfter("C", request),
  };
  return { kind: "start", marks: { hasRun: true, chains } };
}

/** Whether this start would leave the chain's index incomplete. */
function endangers(chain: IndexedChain, request: IndexRequest): boolean {
  const { enabled, marks } = request;
  const { wasIndexed, isIncomplete } = marks.chains[chain];
  if (!enabled) return wasIndexed;
  return (isIncomplete && (wasIndexed || marks.hasRun)) || isMissingBlocks(chain, request);
}

function isMissingBlocks(chain: IndexedChain, { missingBlocks }: IndexRequest): boolean {
  return chain === "P" && missingBlocks > 0n;
}

function marksAfter(chain: IndexedChain, request: IndexRequest): ChainMarks {
  const { wasIndexed, isIncomplete } = request.marks.chains[chain];
  if (!request.enabled) return { wasIndexed, isIncomplete: true };
  return { wasIndexed: true, isIncomplete: isIncomplete || isMissingBlocks(chain, request) };
}

function refusal(refused: readonly IndexedChain[], request: IndexRequest): string {
  const { enabled, marks, missingBlocks } = request;
  const [indices, are, them] =
    refused.length === 1
      ? [`${refused[0]}-chain index`, "is", "it"]
      : [`${list(refused)} indices`, "are", "them"];
  const withGaps = `with --index-allow-incomplete=true to let ${them} have gaps for good.`;
  if (!enabled) {
    return (
      `The ${indices} would become incomplete: this node has kept ${them} so far and is now started with ` +
      `--index-enabled=false. Start it with --index-enabled=true to continue, or ${withGaps}`
    );
  }
  if (refused.some((chain) => marks.chains[chain].isIncomplete)) {
    return (
      `The ${indices} ${are} incomplete: this node has run with --index-enabled=false before. ` +
      `Start it with a new --data-dir to index from the beginning, or ${withGaps}`
    );
  }
  return (
    `The ${indices} ${are} incomplete: ${missingBlocks} of this node's accepted blocks ${missingBlocks === 1n ? "is" : "are"} ` +
    `not in ${them}. Add ${them} with couloir index import, or start ${withGaps}`
  );
}

function list(chains: readonly IndexedChain[]): string {
  const names = chains.map((chain) => `${chain}-chain`);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
