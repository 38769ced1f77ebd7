import type { Handlers } from "../../generated/handlers.ts";
import type { WatchMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { create } from "./create.ts";
import { get } from "./get.ts";
import { list } from "./list.ts";
import { pause } from "./pause.ts";
import { remove } from "./remove.ts";
import { replay } from "./replay.ts";
import { resume } from "./resume.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { test } from "./test.ts";
import { update } from "./update.ts";

/** Watch API: a handler for every method. */
export const watchHandlers = {
  "watch.create": create,
  "watch.list": list,
  "watch.get": get,
  "watch.update": update,
  "watch.remove": remove,
  "watch.pause": pause,
  "watch.resume": resume,
  "watch.replay": replay,
  "watch.rotateSecret": rotateSecret,
  "watch.test": test,
} satisfies Handlers<WatchMethodName, HandlerContext>;
