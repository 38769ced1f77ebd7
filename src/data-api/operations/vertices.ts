import { notOfPChain, xChainInfo } from "../chain.ts";
import { idParam } from "../ids.ts";
import type { Operation } from "../operation.ts";

// This node does not run the X-chain, so it has no vertices.

/** Finds no vertex. */
export const getVertexByHash: Operation<"getVertexByHash"> = (params, { chain }) => {
  const { chainName } = xChainInfo(params, chain);
  idParam("vertexHash", params.vertexHash);
  throw notOfPChain("vertexHash", chainName, "vertices");
};

/** No vertices. */
export const getVertexByHeight: Operation<"getVertexByHeight"> = (params, { chain }) => ({
  vertices: [],
  chainInfo: xChainInfo(params, chain),
});

/** No vertices. */
export const listLatestXChainVertices: Operation<"listLatestXChainVertices"> = (
  params,
  { chain },
) => ({ vertices: [], chainInfo: xChainInfo(params, chain) });
