import { hash160 } from "../../crypto/hash.ts";
import { addressText } from "../../handlers/views/owners.ts";
import { bytesOf } from "../construction/signing.ts";
import { invalid } from "../mesh-error.ts";
import type { Operation } from "../operation.ts";

export const constructionDerive: Operation<"constructionDerive"> = ({ public_key }, { chain }) => {
  const { curve_type, hex_bytes } = public_key;
  if (curve_type !== "secp256k1") throw invalid("public_key.curve_type", "secp256k1", curve_type);
  const key = bytesOf("public_key.hex_bytes", hex_bytes);
  if (key.length !== 33 || (key[0] !== 2 && key[0] !== 3)) {
    throw invalid("public_key.hex_bytes", "33 bytes, compressed", hex_bytes);
  }
  return { account_identifier: { address: addressText(hash160(key), chain) } };
};
