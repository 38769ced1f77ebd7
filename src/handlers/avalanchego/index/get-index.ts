import { errors } from "../../../generated/errors.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { containerPosition } from "../../index/container-position.ts";

/** Without an encoding. avalanchego indexer/service.go @ v1.12.1 */
export const getIndex: AvalanchegoHandler<"index.getIndex", "containers"> = async (
  { id },
  context,
) => {
  const position = await containerPosition(id, context);
  if (position === undefined) throw errors.notFound();
  return { index: position.toString() };
};
