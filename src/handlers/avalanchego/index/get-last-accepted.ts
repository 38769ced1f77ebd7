import type { AvalanchegoWrittenHandler } from "../../handler.ts";
import { lastContainer } from "../../index/found-container.ts";
import { encodedContainer } from "./encoded-container.ts";

/** In any encoding. avalanchego indexer/service.go @ v1.12.1 */
export const getLastAccepted: AvalanchegoWrittenHandler<
  "index.getLastAccepted",
  "containers"
> = async ({ encoding }, context) => encodedContainer(await lastContainer(context), encoding);
