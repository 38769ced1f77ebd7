import type { AvalanchegoWrittenHandler } from "../../handler.ts";
import { containerAt } from "../../index/found-container.ts";
import { encodedContainer } from "./encoded-container.ts";

/** In any encoding. avalanchego indexer/service.go @ v1.12.1 */
export const getContainerByIndex: AvalanchegoWrittenHandler<
  "index.getContainerByIndex",
  "containers"
> = async ({ index, encoding }, context) =>
  encodedContainer(await containerAt(index, context), encoding);
