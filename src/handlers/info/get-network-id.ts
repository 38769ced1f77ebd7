import { formatUint64 } from "../../formats/uint64.ts";
import type { Handler } from "../handler.ts";

/** The ID of this node's network. specification 4.1 */
export const getNetworkID: Handler<"info.getNetworkID", "chain"> = (_params, { chain }) => ({
  networkID: formatUint64(BigInt(chain.network.id)),
});
