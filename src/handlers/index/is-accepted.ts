import { containerPosition } from "../containers/lookup.ts";
import type { Handler } from "../handler.ts";

/** Whether a container has been accepted. specification 4.5 */
export const isAccepted: Handler<"index.isAccepted", "containers"> = async ({ id }, context) => ({
  isAccepted: (await containerPosition(id, context)) !== undefined,
});
