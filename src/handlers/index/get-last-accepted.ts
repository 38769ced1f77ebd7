import { lastContainer } from "../containers/lookup.ts";
import type { WrittenHandler } from "../handler.ts";

/** The last accepted container. specification 4.5 */
export const getLastAccepted: WrittenHandler<"index.getLastAccepted", "containers"> = async (
  _params,
  context,
) => ({ jsonText: await lastContainer(context) });
