import { errors } from "../../generated/errors.ts";
import type { DevControls } from "../context.ts";

/** Throws IndexIsArchived where a chain that is brought to another state would leave containers behind. */
export function requireMovable({ indexIsArchived }: Pick<DevControls, "indexIsArchived">): void {
  if (indexIsArchived) throw errors.indexIsArchived();
}
