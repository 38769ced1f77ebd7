import type { AvaxMethodName } from "../../generated/types.ts";
import { getUTXOs } from "./get-utxos.ts";

/** C-chain API: a handler for every method. */
export const avaxHandlers = {
  "avax.getUTXOs": getUTXOs,
} satisfies Readonly<Record<AvaxMethodName, unknown>>;
