import type { Handler } from "../handler.ts";

/** The name of the network that this node takes part in. specification 4.1 */
export const getNetworkName: Handler<"info.getNetworkName", "chain"> = (_params, { chain }) => ({
  networkName: chain.network.name,
});
