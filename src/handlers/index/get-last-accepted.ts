import type { Handler } from "../handler.ts";
import { lastContainer } from "./found-container.ts";

/** The container accepted last. specification 4.5 */
export const getLastAccepted: Handler<"index.getLastAccepted", "containers"> = (_params, context) =>
  lastContainer(context);
