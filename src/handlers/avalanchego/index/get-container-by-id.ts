import type { AvalanchegoWrittenHandler } from "../../handler.ts";
import { containerByID } from "../../index/found-container.ts";
import { encodedContainer } from "./encoded-container.ts";

/** In any encoding. avalanchego indexer/service.go @ v1.12.1 */
export const getContainerByID: AvalanchegoWrittenHandler<
  "index.getContainerByID",
  "containers"
> = async ({ id, encoding }, context) =>
  encodedContainer(await containerByID(id, context), encoding);
