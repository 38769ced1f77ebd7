import type { AvalanchegoHandlers } from "../../../generated/handlers.ts";
import type { AvalanchegoMethodName, IndexMethodName } from "../../../generated/types.ts";
import type { HandlerContext } from "../../context.ts";
import { getContainerByID } from "./get-container-by-id.ts";
import { getContainerByIndex } from "./get-container-by-index.ts";
import { getContainerRange } from "./get-container-range.ts";
import { getIndex } from "./get-index.ts";
import { getLastAccepted } from "./get-last-accepted.ts";
import { isAccepted } from "./is-accepted.ts";

type ChangedName = Extract<IndexMethodName, AvalanchegoMethodName>;

/** Index API in profile `avalanchego`: a handler for every method that it changes. */
export const avalanchegoIndexHandlers = {
  "index.getContainerByID": getContainerByID,
  "index.getContainerByIndex": getContainerByIndex,
  "index.getContainerRange": getContainerRange,
  "index.getIndex": getIndex,
  "index.getLastAccepted": getLastAccepted,
  "index.isAccepted": isAccepted,
} satisfies AvalanchegoHandlers<Exclude<ChangedName, WrittenName>, HandlerContext> &
  Readonly<Record<WrittenName, unknown>>;

/** Methods that answer with what is stored as JSON. */
type WrittenName = Exclude<ChangedName, "index.getIndex" | "index.isAccepted">;
