import type { Handlers } from "../../generated/handlers.ts";
import type { IndexMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { getContainerByID } from "./get-container-by-id.ts";
import { getContainerByIndex } from "./get-container-by-index.ts";
import { getContainerRange } from "./get-container-range.ts";
import { getIndex } from "./get-index.ts";
import { getLastAccepted } from "./get-last-accepted.ts";
import { isAccepted } from "./is-accepted.ts";

/** Index API: a handler for every method. */
export const indexHandlers = {
  "index.getContainerByID": getContainerByID,
  "index.getContainerByIndex": getContainerByIndex,
  "index.getContainerRange": getContainerRange,
  "index.getIndex": getIndex,
  "index.getLastAccepted": getLastAccepted,
  "index.isAccepted": isAccepted,
} satisfies Handlers<Exclude<IndexMethodName, WrittenName>, HandlerContext> &
  Readonly<Record<WrittenName, unknown>>;

/** Methods that return stored JSON. */
type WrittenName = Exclude<IndexMethodName, "index.getIndex" | "index.isAccepted">;
