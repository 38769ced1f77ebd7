import type { AvalanchegoHandler } from "../../handler.ts";
import { containerPosition } from "../../index/container-position.ts";

/** Without an encoding. avalanchego indexer/service.go @ v1.12.1 */
export const isAccepted: AvalanchegoHandler<"index.isAccepted", "containers"> = async (
  { id },
  context,
) => ({ isAccepted: (await containerPosition(id, context)) !== undefined });
