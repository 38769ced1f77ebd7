import { containerAt } from "../containers/lookup.ts";
import type { WrittenHandler } from "../handler.ts";

/** The container at a position. specification 4.5 */
export const getContainerByIndex: WrittenHandler<
  "index.getContainerByIndex",
  "containers"
> = async ({ index }, context) => ({ jsonText: await containerAt(index, context) });
