import { notOfPChain } from "../chain.ts";
import { idParam } from "../ids.ts";
import type { Operation } from "../operation.ts";
import { xChainInfo } from "../x-chain.ts";

/** Finds no vertex: this node does not run the X-chain. */
export const getVertexByHash: Operation<"getVertexByHash"> = (params, context) => {
  const { chainName } = xChainInfo(params, context);
  idParam("vertexHash", params.vertexHash);
  throw notOfPChain("vertexHash", chainName, "vertices");
};
