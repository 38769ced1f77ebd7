import { setImmediate } from "node:timers/promises";
import { blsPublicKey, isBlsSecretKey, signProofOfPossession } from "../../crypto/bls.ts";
import { hash160, sha256 } from "../../crypto/hash.ts";
import type { NodeId } from "../../formats/bytes.ts";
import type { SpareValidator } from "../../handlers/context.ts";

/** Nodes whose keys follow from their number, without those that are validators. Others have their turn between two keys. */
export async function spareValidators(
  count: number,
  isValidator: (nodeID: NodeId) => boolean,
): Promise<readonly SpareValidator[]> {
  const spare: SpareValidator[] = [];
  for (let number = 0; spare.length < count; number++) {
    const nodeID = hash160(Buffer.from(`couloir spare validator ${number}`));
    if (isValidator(nodeID)) continue;
    const privateKey = spareBlsKey(number);
    spare.push({
      nodeID,
      privateKey,
      publicKey: blsPublicKey(privateKey),
      proofOfPossession: signProofOfPossession(privateKey),
    });
    await setImmediate();
  }
  return spare;
}

/** The BLS key of a spare validator: a hash below the order of the group. */
export function spareBlsKey(number: number): Uint8Array {
  let key = sha256(Buffer.from(`couloir spare validator ${number} BLS key`));
  while (!isBlsSecretKey(key)) key = sha256(key);
  return key;
}
