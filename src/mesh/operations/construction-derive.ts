import { hash160 } from "../../crypto/hash.ts";
import { isPublicKey } from "../../crypto/secp256k1.ts";
import { describeValue } from "../../generated/issue.ts";
import { addressText } from "../../handlers/views/owners.ts";
import { bytesOf } from "../construction/signing.ts";
import { invalid } from "../mesh-error.ts";
import type { Operation } from "../operation.ts";

export const constructionDerive: Operation<"constructionDerive"> = ({ public_key }, { chain }) => {
  const { curve_type, hex_bytes } = public_key;
  if (curve_type !== "secp256k1") throw invalid("public_key.curve_type", "secp256k1", curve_type);
  const key = bytesOf("public_key.hex_bytes", hex_bytes);
  if (!isPublicKey(key)) {
    const expected = "33 bytes, compressed, of a point of the curve";
    throw invalid("public_key.hex_bytes", expected, describeValue(hex_bytes));
  }
  return { account_identifier: { address: addressText(hash160(key), chain) } };
};
