import type { Handler } from "../handler.ts";

/** The address at which other nodes reach this one. specification 4.1 */
export const getNodeIP: Handler<"info.getNodeIP", "node"> = (_params, { node }) => ({
  ip: node.publicAddress(),
});
