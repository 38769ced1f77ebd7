import { formatId } from "../../formats/id.ts";
import type { Handler } from "../handler.ts";

/** Builds the next block now, in any block production mode. */
export const buildBlock: Handler<"dev.buildBlock", "dev"> = (_params, { dev }) => {
  return {
    blocks: dev
      .buildBlock()
      .map(({ id, height }) => ({ blockID: formatId(id), height: height.toString() })),
  };
};
