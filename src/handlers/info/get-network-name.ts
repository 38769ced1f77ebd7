import type { Handler } from "../handler.ts";

/** The name of this node's network. specification 4.1 */
export const getNetworkName: Handler<"info.getNetworkName", "chain"> = (_params, { chain }) => ({
  networkName: chain.network.name,
});
