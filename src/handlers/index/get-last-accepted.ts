import type { WrittenHandler } from "../handler.ts";
import { lastContainer } from "./found-container.ts";

/** The container accepted last. specification 4.5 */
export const getLastAccepted: WrittenHandler<"index.getLastAccepted", "containers"> = async (
  _params,
  context,
) => ({ jsonText: await lastContainer(context) });
