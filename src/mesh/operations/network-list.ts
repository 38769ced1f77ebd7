import { networkIdentifier } from "../network.ts";
import type { Operation } from "../operation.ts";

export const networkList: Operation<"networkList"> = (_params, { chain }) => ({
  network_identifiers: [networkIdentifier(chain)],
});
