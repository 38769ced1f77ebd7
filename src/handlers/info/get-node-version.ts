import type { Handler } from "../handler.ts";

/** Versions of the node, its database, its protocol and its virtual machines. specification 4.1 */
export const getNodeVersion: Handler<"info.getNodeVersion", "node"> = (_params, { node }) => ({
  version: node.versions.application,
  databaseVersion: node.versions.database,
  rpcProtocolVersion: node.versions.rpcProtocol,
  gitCommit: node.versions.gitCommit,
  vmVersions: node.versions.vms,
});
