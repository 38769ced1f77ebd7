import type { Handler } from "../handler.ts";
import { containerByID } from "./found-container.ts";

/** The container with an ID. specification 4.5 */
export const getContainerByID: Handler<"index.getContainerByID", "containers"> = (
  { id },
  context,
) => containerByID(id, context);
