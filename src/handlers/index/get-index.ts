import { errors } from "../../generated/errors.ts";
import { containerPosition } from "../containers/lookup.ts";
import type { Handler } from "../handler.ts";

/** The position of a container. specification 4.5 */
export const getIndex: Handler<"index.getIndex", "containers"> = async ({ id }, context) => {
  const position = await containerPosition(id, context);
  if (position === undefined) throw errors.notFound();
  return { index: position.toString() };
};
