import { createECDH } from "node:crypto";
import { hash160, keccak256, sha256 } from "../../crypto/hash.ts";
import type { ShortId } from "../../formats/bytes.ts";
import { parsePrivateKey } from "../../formats/private-key.ts";
import { wellKnownPrivateKeys } from "../../networks/local.ts";

/** A key that a local genesis funds. These keys are public. */
export type Account = {
  readonly privateKey: Uint8Array;
  /** On the P- and X-chain. */
  readonly address: ShortId;
};

/** The 20-byte address of the key on the C-chain. */
export function evmAddress({ privateKey }: Pick<Account, "privateKey">): Uint8Array {
  return keccak256(publicKeyOf(privateKey, "uncompressed").subarray(1)).slice(12);
}

/** AvalancheGo's well-known key, followed by keys derived from their number. The same on every machine. */
export function accounts(count: number): readonly Account[] {
  return Array.from({ length: count }, (_, number) => {
    const privateKey =
      number === 0
        ? parsePrivateKey(wellKnownPrivateKeys[0])
        : sha256(Buffer.from(`couloir local account ${number}`));
    return { privateKey, address: hash160(publicKeyOf(privateKey, "compressed")) };
  });
}

/** Uses OpenSSL, which is loaded anyway: loading the signature backend would double the startup time. */
function publicKeyOf(privateKey: Uint8Array, form: "compressed" | "uncompressed"): Buffer {
  const point = createECDH("secp256k1");
  point.setPrivateKey(privateKey);
  return point.getPublicKey(null, form);
}
