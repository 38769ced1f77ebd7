import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { Handler } from "../handler.ts";

/** Builds the next block now, in any block production mode. */
export const buildBlock: Handler<"dev.buildBlock", "dev"> = (_params, { dev }) => {
  const blocks = dev.buildBlock();
  if (blocks.length === 0) throw errors.nothingToBuild();
  return {
    blocks: blocks.map(({ id, height }) => ({ blockID: formatId(id), height: height.toString() })),
  };
};
