import { equalBytes } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import { platformChainID, primaryNetworkID } from "../../networks/chains.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/** The subnet that validates a blockchain. specification 4.3 */
export const validatedBy: Handler<"platform.validatedBy", "queries"> = (
  { blockchainID },
  { queries },
) => {
  const chainID = idArgument("blockchainID", blockchainID);
  if (equalBytes(chainID, platformChainID)) return { subnetID: formatId(primaryNetworkID) };
  const chain = queries.chains.byID(chainID);
  if (chain !== undefined) return { subnetID: formatId(chain.subnetID) };
  throw queries.txs.byID(chainID) === undefined
    ? errors.blockchainNotRetrieved({ blockchainID })
    : errors.notABlockchain({ blockchainID });
};
