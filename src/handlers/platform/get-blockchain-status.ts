import type { Id } from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { formatGoQuoted } from "../../formats/go-quote.ts";
import { formatId, parseId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";

/**
 * Whether this node validates or follows a blockchain, or whether a transaction in its mempool would create it. As in
 * AvalancheGo, a chain with an alias counts as followed when it is asked for by the alias, even if it does not run here.
 * specification 3 and 4.3; avalanchego vms/platformvm/service.go @ v1.12.1
 */
export const getBlockchainStatus: Handler<
  "platform.getBlockchainStatus",
  "blockchains" | "node" | "queries" | "transactions"
> = ({ blockchainID }, context) => {
  const { blockchains, queries, transactions } = context;
  const known = blockchains.lookup(blockchainID);
  const isAlias = known !== undefined && formatId(known) !== blockchainID;
  if (known !== undefined && (isAlias || blockchains.isTracked(known))) {
    return { status: isValidating(known, context) ? "Validating" : "Syncing" };
  }
  const chainID = known ?? parsedID(blockchainID);
  if (queries.chains.byID(chainID) !== undefined) return { status: "Created" };
  return { status: transactions.proposesChain(chainID) ? "Preferred" : "Unknown" };
};

/** Always false for the P-chain, which no transaction created. */
function isValidating(
  chainID: Id,
  { node, queries }: Pick<HandlerContext, "node" | "queries">,
): boolean {
  const chain = queries.chains.byID(chainID);
  return chain !== undefined && queries.validators.has(chain.subnetID, node.nodeID);
}

function parsedID(text: string): Id {
  try {
    return parseId(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw errors.blockchainIDNotParsed({
      quotedBlockchainID: formatGoQuoted(text),
      reason: error.message,
    });
  }
}
