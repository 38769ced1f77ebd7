import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { Handler } from "../handler.ts";

/** The ID of a blockchain by one of its aliases. specification 4.1 */
export const getBlockchainID: Handler<"info.getBlockchainID", "blockchains"> = (
  { alias },
  { blockchains },
) => {
  const id = blockchains.lookup(alias);
  if (id === undefined) throw errors.aliasNotFound({ alias });
  return { blockchainID: formatId(id) };
};
