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
  /** On the C-chain: 20 bytes. */
  readonly evmAddress: Uint8Array;
};

/** The accounts that were needed so far. They are constants, and OpenSSL takes 0.25 ms for the public key of each. */
const derived: Account[] = [];

/** AvalancheGo's well-known key, followed by keys derived from their number. The same on every machine. */
export function accounts(count: number): readonly Account[] {
  while (derived.length < count) derived.push(derive(derived.length));
  return derived.slice(0, count);
}

/** The key that dev.fund of a followable node pays from. */
export function faucet(): Account {
  return accountOf(sha256(Buffer.from("couloir faucet")));
}

function derive(number: number): Account {
  return accountOf(
    number === 0
      ? parsePrivateKey(wellKnownPrivateKeys[0])
      : sha256(Buffer.from(`couloir local account ${number}`)),
  );
}

function accountOf(privateKey: Uint8Array): Account {
  const point = publicKeyOf(privateKey);
  const compressed = Buffer.concat([
    Buffer.of(point.at(-1)! % 2 === 0 ? 2 : 3),
    point.subarray(1, 33),
  ]);
  return {
    privateKey,
    address: hash160(compressed),
    evmAddress: keccak256(point.subarray(1)).slice(12),
  };
}

/** The uncompressed public key, by OpenSSL, which is loaded anyway: loading the signature backend would double the startup time. */
function publicKeyOf(privateKey: Uint8Array): Buffer {
  const point = createECDH("secp256k1");
  point.setPrivateKey(privateKey);
  return point.getPublicKey();
}
