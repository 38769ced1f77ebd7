import { containerByID } from "../containers/lookup.ts";
import type { WrittenHandler } from "../handler.ts";

/** The container with an ID. specification 4.5 */
export const getContainerByID: WrittenHandler<"index.getContainerByID", "containers"> = async (
  { id },
  context,
) => ({ jsonText: await containerByID(id, context) });
