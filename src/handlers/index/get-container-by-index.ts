import type { Handler } from "../handler.ts";
import { containerAt } from "./found-container.ts";

/** The container at a position. specification 4.5 */
export const getContainerByIndex: Handler<"index.getContainerByIndex", "containers"> = (
  { index },
  context,
) => containerAt(index, context);
