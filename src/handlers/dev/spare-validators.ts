import { formatHex } from "../../formats/hex.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { Handler } from "../handler.ts";

/** Returns nodes that do not validate, with their BLS keys and proofs of possession. */
export const spareValidators: Handler<"dev.spareValidators", "dev"> = async (
  { count },
  { dev },
) => {
  const spare = await dev.spareValidators(count);
  return {
    validators: spare.map(({ nodeID, publicKey, proofOfPossession, privateKey }) => ({
      nodeID: formatNodeId(nodeID),
      publicKey: formatHex(publicKey),
      proofOfPossession: formatHex(proofOfPossession),
      privateKey: formatHex(privateKey),
    })),
  };
};
