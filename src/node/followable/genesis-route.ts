import type { GetRoute } from "../../rpc/http/description.ts";
import type { NodeConfig } from "../node-config.ts";

/** The path of the genesis file that followers of a followable node start with. */
export const genesisPath = "/ext/dev/genesis";

/** Serves the genesis of a followable node; nothing for other nodes. */
export function genesisRoutes({
  followable,
  genesis,
  apis,
}: Pick<NodeConfig, "followable" | "genesis" | "apis">): readonly GetRoute[] {
  if (!followable || !apis.dev || genesis === undefined || !("content" in genesis)) return [];
  const body = Buffer.from(genesis.content).toString("utf8");
  const answer = () => ({ status: 200, contentType: "application/json", body });
  return [{ path: genesisPath, base: "dev", ownPagesOnly: true, answer }];
}
