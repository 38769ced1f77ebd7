import type { Id } from "../../formats/bytes.ts";
import type { Tx } from "../txs/tx.ts";

/** The subnet that a TransformSubnetTx makes elastic. */
export function transformedSubnetID({ unsigned }: Tx): Id {
  if (unsigned.kind !== "TransformSubnetTx") {
    throw new Error(`A ${unsigned.kind} transforms no subnet.`);
  }
  return unsigned.subnetID;
}

/** The subnet whose validators run the chain that a CreateChainTx makes. */
export function chainSubnetID({ unsigned }: Tx): Id {
  if (unsigned.kind !== "CreateChainTx") throw new Error(`A ${unsigned.kind} creates no chain.`);
  return unsigned.subnetID;
}
