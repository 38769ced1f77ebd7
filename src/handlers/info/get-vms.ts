import type { Handler } from "../handler.ts";

/** The virtual machines and feature extensions of this node, by ID. specification 4.1 */
export const getVMs: Handler<"info.getVMs", "node"> = (_params, { node }) => ({
  vms: node.vms,
  fxs: node.fxs,
});
