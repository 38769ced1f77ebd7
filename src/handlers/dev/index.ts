import type { Handlers } from "../../generated/handlers.ts";
import type { DevMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { acceptBlock } from "./accept-block.ts";
import { addAtomicUTXO } from "./add-atomic-utxo.ts";
import { dropTransaction } from "./drop-transaction.ts";
import { setTime } from "./set-time.ts";

/** Dev API: a handler for every method. */
export const devHandlers = {
  "dev.setTime": setTime,
  "dev.acceptBlock": acceptBlock,
  "dev.addAtomicUTXO": addAtomicUTXO,
  "dev.dropTransaction": dropTransaction,
} satisfies Handlers<DevMethodName, HandlerContext>;
