import { createECDH } from "node:crypto";
import { hash160, keccak256, sha256 } from "../../crypto/hash.ts";
import type { ShortId } from "../../formats/bytes.ts";
import { parsePrivateKey } from "../../formats/private-key.ts";
import { wellKnownPrivateKeys } from "../../networks/local.ts";

/** A key that a local genesis funds. Everyone can know it. */
export type Account = {
  readonly privateKey: Uint8Array;
  /** On the P- and X-chain. */
  readonly address: ShortId;
};

/** 20 bytes: where the key's account is on the C-chain. */
export function evmAddress({ privateKey }: Pick<Account, "privateKey">): Uint8Array {
  return keccak256(publicKeyOf(privateKey, "uncompressed").subarray(1)).slice(12);
}

/** The best known of all keys, then as many as are wanted, the same for everyone. */
export function accounts(count: number): readonly Account[] {
  return Array.from({ length: count }, (_, number) => {
    const privateKey =
      number === 0
        ? parsePrivateKey(wellKnownPrivateKeys[0])
        : sha256(Buffer.from(`couloir local account ${number}`));
    return { privateKey, address: hash160(publicKeyOf(privateKey, "compressed")) };
  });
}

/** By OpenSSL, which is there already: loading the backend of signatures takes as long as all else that a start does. */
function publicKeyOf(privateKey: Uint8Array, form: "compressed" | "uncompressed"): Buffer {
  const point = createECDH("secp256k1");
  point.setPrivateKey(privateKey);
  return point.getPublicKey(null, form);
}
