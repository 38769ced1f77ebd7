import type { Operation } from "../operation.ts";
import { xChainInfo } from "../x-chain.ts";

/** No vertices: this node does not run the X-chain. */
export const getVertexByHeight: Operation<"getVertexByHeight"> = (params, context) => ({
  vertices: [],
  chainInfo: xChainInfo(params, context),
});
