import { setImmediate } from "node:timers/promises";
import { blsPublicKey } from "../../crypto/bls.ts";
import { type BytesKey, keyOf } from "../../formats/bytes.ts";
import { spareBlsKey } from "./spare-validators.ts";

/** As many as `dev.spareValidators` can return when several calls were answered in between. */
const spareKeysMax = 1_000;

/** The BLS keys of validators that a dev node has: its own and those of `dev.spareValidators`. */
export class ValidatorKeys {
  readonly #byPublicKey = new Map<BytesKey, Uint8Array>();
  #spareCount = 0;

  constructor(ownSecretKey: Uint8Array) {
    this.#add(ownSecretKey);
  }

  /** Returns the known secret keys by public key. Others have their turn between two keys. */
  async of(publicKeys: readonly Uint8Array[]): Promise<ReadonlyMap<BytesKey, Uint8Array>> {
    const isMissing = (publicKey: Uint8Array) => !this.#byPublicKey.has(keyOf(publicKey));
    while (this.#spareCount < spareKeysMax && publicKeys.some(isMissing)) {
      this.#add(spareBlsKey(this.#spareCount));
      this.#spareCount++;
      await setImmediate();
    }
    return this.#byPublicKey;
  }

  #add(secretKey: Uint8Array): void {
    this.#byPublicKey.set(keyOf(blsPublicKey(secretKey)), secretKey);
  }
}
