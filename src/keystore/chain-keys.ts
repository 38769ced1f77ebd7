import { hash160, sha256 } from "../crypto/hash.ts";
import { publicKey } from "../crypto/secp256k1.ts";
import { concatBytes, emptyId, type Id, type ShortId } from "../formats/bytes.ts";
import { decodeFields, encodeFields, UserDataError } from "./codec.ts";
import { openValue, sealingKey, sealValue } from "./sealed-value.ts";
import type { Credentials, UserEntry, UserStore } from "./user-store.ts";

/** Private keys that a user may hold on one chain. avalanchego vms/components/keystore/user.go @ v1.12.1 */
export const addressesMax = 5000;

export class AddressesFull extends Error {
  override readonly name = "AddressesFull";
}

/**
 * The private keys that a user holds on one chain, in AvalancheGo's form: an address names its key,
 * and a list has all addresses. Throws UserDataError where what is stored cannot be read. The caller
 * has checked the password. avalanchego vms/components/keystore/user.go @ v1.12.1
 */
export class ChainKeys {
  readonly #store: UserStore;
  readonly #username: string;
  readonly #sealingKey: Uint8Array;
  readonly #prefix: Uint8Array;

  constructor(store: UserStore, { username, password }: Credentials, chainID: Id) {
    this.#store = store;
    this.#username = username;
    this.#sealingKey = sealingKey(password);
    this.#prefix = sha256(chainID);
  }

  /** In the order in which they were added. */
  addresses(): ShortId[] {
    const list = this.#read(listKey);
    if (list === undefined) return [];
    const addresses = decodeFields(list, (fields) => fields.list(() => fields.fixed(addressBytes)));
    if (addresses.length > addressesMax) {
      throw new UserDataError(`keystore user is over its limit of ${addressesMax} addresses`);
    }
    return addresses;
  }

  /** The private key of an address, or undefined where the user does not hold it. */
  find(address: ShortId): Uint8Array | undefined {
    const privateKey = this.#read(address);
    if (privateKey !== undefined && privateKey.length !== privateKeyBytes) {
      throw new UserDataError(`private key has unexpected length, expected ${privateKeyBytes}`);
    }
    return privateKey;
  }

  /**
   * Adds a private key unless it is there, and tells its address. `nextNonce` gives bytes that were
   * never given before. Throws AddressesFull.
   */
  add(privateKey: Uint8Array, nextNonce: () => Uint8Array): ShortId {
    const address = addressOf(privateKey);
    if (this.#store.entry(this.#username, this.#key(address)) !== undefined) return address;
    const addresses = this.addresses();
    if (addresses.length >= addressesMax) throw new AddressesFull();
    addresses.push(address);
    const list = encodeFields((fields) => {
      fields.count(addresses.length);
      for (const each of addresses) fields.fixed(each);
    });
    const sealed = (key: Uint8Array, plaintext: Uint8Array): UserEntry => ({
      key: this.#key(key),
      value: sealValue(this.#sealingKey, nextNonce(), plaintext),
    });
    this.#store.putEntries(this.#username, [sealed(address, privateKey), sealed(listKey, list)]);
    return address;
  }

  #read(key: Uint8Array): Uint8Array | undefined {
    const value = this.#store.entry(this.#username, this.#key(key));
    return value && openValue(this.#sealingKey, value);
  }

  #key(key: Uint8Array): Uint8Array {
    return concatBytes(this.#prefix, key);
  }
}

/** Of a private key that is one. */
export function addressOf(privateKey: Uint8Array): ShortId {
  return hash160(publicKey(privateKey));
}

const listKey = emptyId;
const addressBytes = 20;
const privateKeyBytes = 32;
