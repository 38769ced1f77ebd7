import { formatHex } from "../../formats/hex.ts";
import type { Handler } from "../handler.ts";

/** Returns the whole state of the node, in the form that dev.loadState reads. */
export const dumpState: Handler<"dev.dumpState", "dev"> = async (_params, { dev }, source) => {
  const { bytes, height } = await dev.dumpState(() => source?.connection?.destroyed !== true);
  return { state: formatHex(bytes), height: height.toString(), byteCount: bytes.length };
};
