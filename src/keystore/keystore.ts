import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { aeadNonceBytes } from "../crypto/aead.ts";
import { isPrivateKey } from "../crypto/secp256k1.ts";
import type { Id, ShortId } from "../formats/bytes.ts";
import { AddressesFull, ChainKeys } from "./chain-keys.ts";
import { UserDataError } from "./codec.ts";
import { type CredentialRules, credentialLengthMax } from "./credential-rules.ts";
import { decodeExportedUser, type ExportedUser, encodeExportedUser } from "./exported-user.ts";
import { FailedAttempts, type Timer } from "./failed-attempts.ts";
import { KeystoreError, type KeystoreFault } from "./keystore-error.ts";
import { hashPassword, isPasswordOf, saltBytes } from "./password-hash.ts";
import { SerialQueue } from "./serial-queue.ts";
import type { Credentials, PasswordHash, UserStore } from "./user-store.ts";

export type KeystoreOptions = {
  readonly store: UserStore;
  readonly timer?: Timer;
  /** Cryptographically random bytes. */
  readonly random?: (length: number) => Uint8Array;
};

/**
 * The users of this node and their private keys. Every method throws KeystoreError for a mistake of
 * the caller. Calls for one user run one after another; passwords are hashed outside the event loop, one
 * at a time, because each hash takes 64 MiB. avalanchego api/keystore/keystore.go @ v1.12.1
 */
export class Keystore {
  readonly #store: UserStore;
  readonly #random: (length: number) => Uint8Array;
  readonly #failedAttempts: FailedAttempts;
  readonly #calls = new SerialQueue();
  readonly #hashing = new SerialQueue();

  constructor({ store, timer = systemTimer, random = randomBytes }: KeystoreOptions) {
    this.#store = store;
    this.#random = random;
    this.#failedAttempts = new FailedAttempts(timer);
  }

  /** In the order of the UTF-8 bytes. */
  listUsers(): string[] {
    return this.#store.names();
  }

  async createUser(credentials: Credentials, rules: CredentialRules): Promise<void> {
    const { username, password } = wellFormed(credentials);
    checkUsername(username, rules);
    await this.#calls.run(username, async () => {
      this.#checkFree(username);
      await this.#checkNewPassword(password, rules);
      const salt = new Uint8Array(this.#random(saltBytes));
      const passwordHash = await this.#hash(() => hashPassword(password, salt));
      this.#store.add(username, passwordHash, []);
    });
  }

  async deleteUser(credentials: Credentials, rules: CredentialRules): Promise<void> {
    const { username, password } = wellFormed(credentials);
    checkUsername(username, rules);
    await this.#calls.run(username, async () => {
      const passwordHash = this.#store.find(username);
      if (passwordHash === undefined) throw refusal({ kind: "user-not-found", username });
      await this.#checkPassword(username, password, passwordHash);
      this.#store.delete(username);
    });
  }

  /** The user in AvalancheGo's form, to be imported by this or another node. */
  async exportUser(credentials: Credentials, rules: CredentialRules): Promise<Uint8Array> {
    const { username, password } = wellFormed(credentials);
    checkUsername(username, rules);
    return this.#calls.run(username, async () => {
      const passwordHash = await this.#authenticate(username, password);
      return encodeExportedUser({ passwordHash, entries: this.#store.entries(username) });
    });
  }

  /** Takes over a user under any name that is free, with the password it was exported with. */
  async importUser(
    credentials: Credentials,
    exported: Uint8Array,
    rules: CredentialRules,
  ): Promise<void> {
    const { username, password } = wellFormed(credentials);
    checkUsername(username, rules);
    await this.#calls.run(username, async () => {
      this.#checkFree(username);
      const { passwordHash, entries } = readExported(exported);
      const isRight = await this.#hash(() => isPasswordOf(password, passwordHash));
      if (!isRight) throw refusal({ kind: "incorrect-password", username });
      this.#store.add(username, passwordHash, entries);
    });
  }

  /** Addresses whose keys a user holds on a chain, in the order in which they were added. */
  async listAddresses(credentials: Credentials, chainID: Id): Promise<ShortId[]> {
    return this.#withKeys(credentials, chainID, (keys) => keys.addresses());
  }

  /** The private key of an address, or undefined where the user does not hold it on the chain. */
  async exportKey(
    credentials: Credentials,
    chainID: Id,
    address: ShortId,
  ): Promise<Uint8Array | undefined> {
    return this.#withKeys(credentials, chainID, (keys) => keys.find(address));
  }

  /** Gives a user a private key (see `isPrivateKey`), and tells its address. */
  async importKey(credentials: Credentials, chainID: Id, privateKey: Uint8Array): Promise<ShortId> {
    return this.#withKeys(credentials, chainID, (keys) => keys.add(privateKey, this.#nextNonce));
  }

  /** Gives a user a private key made at random, and tells its address. */
  async createAddress(credentials: Credentials, chainID: Id): Promise<ShortId> {
    return this.#withKeys(credentials, chainID, (keys) =>
      keys.add(this.#randomPrivateKey(), this.#nextNonce),
    );
  }

  /** Names are not measured here: AvalancheGo answers a long one as one that nobody has. */
  async #withKeys<Value>(
    credentials: Credentials,
    chainID: Id,
    use: (keys: ChainKeys) => Value,
  ): Promise<Value> {
    const { username, password } = wellFormed(credentials);
    if (username === "") throw refusal({ kind: "empty-username" });
    return this.#calls.run(username, async () => {
      await this.#authenticate(username, password);
      try {
        return use(new ChainKeys(this.#store, { username, password }, chainID));
      } catch (error) {
        if (error instanceof AddressesFull) throw refusal({ kind: "keys-full" });
        if (!(error instanceof UserDataError)) throw error;
        throw refusal({ kind: "keys-unreadable", username, reason: error.message });
      }
    });
  }

  /** A user that does not exist is told like a wrong password. */
  async #authenticate(username: string, password: string): Promise<PasswordHash> {
    const passwordHash = this.#store.find(username);
    if (passwordHash === undefined) throw refusal({ kind: "incorrect-password", username });
    await this.#checkPassword(username, password, passwordHash);
    return passwordHash;
  }

  async #checkPassword(
    username: string,
    password: string,
    passwordHash: PasswordHash,
  ): Promise<void> {
    await this.#failedAttempts.wait(username);
    const isRight = await this.#hash(() => isPasswordOf(password, passwordHash));
    if (isRight) {
      this.#failedAttempts.clear(username);
      return;
    }
    this.#failedAttempts.add(username);
    throw refusal({ kind: "incorrect-password", username });
  }

  async #checkNewPassword(password: string, rules: CredentialRules): Promise<void> {
    if (password === "") throw refusal({ kind: "empty-password" });
    if (rules.lengthOf(password) > credentialLengthMax) {
      throw refusal({ kind: "password-too-long" });
    }
    const isStrong = await this.#hash(async () => rules.isStrong(password));
    if (!isStrong) throw refusal({ kind: "password-too-weak" });
  }

  #checkFree(username: string): void {
    if (this.#store.find(username) !== undefined) throw refusal({ kind: "user-exists", username });
  }

  #hash<Value>(task: () => Promise<Value>): Promise<Value> {
    return this.#hashing.run("", task);
  }

  readonly #nextNonce = (): Uint8Array => this.#random(aeadNonceBytes);

  #randomPrivateKey(): Uint8Array {
    for (;;) {
      const privateKey = this.#random(32);
      // All but one of 2^128 are.
      if (isPrivateKey(privateKey)) return privateKey;
    }
  }
}

const systemTimer: Timer = {
  now: () => performance.now(),
  sleep: (durationMs) => setTimeout(durationMs),
};

function refusal(fault: KeystoreFault): KeystoreError {
  return new KeystoreError(fault);
}

/** UTF-16 that is no text becomes U+FFFD, as it does in Go: two spellings must not be one user. */
function wellFormed({ username, password }: Credentials): Credentials {
  return { username: toWellFormed(username), password: toWellFormed(password) };
}

function toWellFormed(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

function checkUsername(username: string, rules: CredentialRules): void {
  if (username === "") throw refusal({ kind: "empty-username" });
  if (rules.lengthOf(username) > credentialLengthMax) throw refusal({ kind: "username-too-long" });
}

function readExported(bytes: Uint8Array): ExportedUser {
  try {
    return decodeExportedUser(bytes);
  } catch (error) {
    if (!(error instanceof UserDataError)) throw error;
    throw refusal({ kind: "user-malformed", reason: error.message });
  }
}
