import { errors } from "../../generated/errors.ts";
import type { Handler } from "../handler.ts";

/** Whether a chain has finished bootstrapping on this node. specification 4.1 */
export const isBootstrapped: Handler<"info.isBootstrapped", "blockchains"> = (
  { chain },
  { blockchains },
) => {
  if (chain === "") throw errors.chainNotGiven();
  const id = blockchains.lookup(chain);
  if (id === undefined) throw errors.chainNotFound({ chain });
  const snapshot = blockchains.snapshot(id);
  return {
    isBootstrapped: blockchains.isBootstrapped(id),
    ...(snapshot && { snapshot: { ...snapshot, height: snapshot.height.toString() } }),
  };
};
