import { randomBytes } from "node:crypto";
import { setImmediate, setTimeout } from "node:timers/promises";
import { aeadNonceBytes } from "../crypto/aead.ts";
import { isPrivateKey } from "../crypto/secp256k1.ts";
import { equalBytes, type Id, type ShortId } from "../formats/bytes.ts";
import { AddressesFull, ChainKeys } from "./chain-keys.ts";
import { UserDataError } from "./codec.ts";
import { type CredentialRules, credentialLengthMax } from "./credential-rules.ts";
import { decodeExportedUser, type ExportedUser, encodeExportedUser } from "./exported-user.ts";
import { FailedAttempts, type Timer } from "./failed-attempts.ts";
import { FairQueue } from "./fair-queue.ts";
import { KeystoreError, type KeystoreFault } from "./keystore-error.ts";
import { KnownPasswords } from "./known-passwords.ts";
import { hashPassword, isPasswordOf, saltBytes } from "./password-hash.ts";
import { SerialQueue } from "./serial-queue.ts";
import type { Credentials, PasswordHash, UserStore } from "./user-store.ts";

export type KeystoreOptions = {
  readonly store: UserStore;
  readonly limits?: Partial<KeystoreLimits>;
  readonly timer?: Timer;
  /** Cryptographically random bytes. */
  readonly random?: (length: number) => Uint8Array;
};

export type KeystoreLimits = {
  /**
   * Maximum number of simultaneous key derivations, 64 MiB each: one for new users, the others for passwords of
   * existing users.
   */
  readonly derivationsMax: number;
  readonly importedEntriesMax: number;
  /** The longest delay after a wrong password. */
  readonly guessDelayMaxMs: number;
};

/** Maximum number of entries of an imported user: enough for 5,000 keys on each of two chains. */
export const defaultKeystoreLimits: KeystoreLimits = {
  derivationsMax: 2,
  importedEntriesMax: 10_240,
  guessDelayMaxMs: 1_000,
};

export type KeystoreCounts = {
  readonly derivationsRunning: number;
  readonly derivationsWaiting: number;
  /** Since the start. */
  readonly wrongPasswords: number;
};

/**
 * A call's name and password, and the connection it came over, if any: connections take turns. A call that waits when
 * its connection is destroyed rejects with an AbortError.
 */
export type Caller = Credentials & { readonly connection?: Connection | undefined };
type Connection = { readonly destroyed?: boolean };

/**
 * The users of this node and their private keys. Every method throws KeystoreError for an error of the caller. Keys
 * are derived outside the event loop. New users wait for each other and never delay existing ones. A correct password
 * that has been accepted before does not wait at all. avalanchego api/keystore/keystore.go @ v1.12.1
 */
export class Keystore {
  readonly #store: UserStore;
  readonly #random: (length: number) => Uint8Array;
  readonly #limits: KeystoreLimits;
  readonly #failedAttempts: FailedAttempts;
  readonly #known = new KnownPasswords();
  /** New users by name, and attempts by connection. */
  readonly #turns = new SerialQueue();
  readonly #creations = new FairQueue(1);
  readonly #checks: FairQueue;
  /** Whose password is known: what a caller then does may take long, so each has a pass of the event loop. */
  readonly #passes = new FairQueue(1);
  readonly #checksMax: number;
  readonly #timer: Timer;
  #isClosed = false;

  constructor({ store, limits, timer = systemTimer, random = randomBytes }: KeystoreOptions) {
    this.#store = store;
    this.#random = random;
    this.#limits = { ...defaultKeystoreLimits, ...limits };
    this.#timer = timer;
    this.#failedAttempts = new FailedAttempts(timer, this.#limits.guessDelayMaxMs);
    this.#checksMax = Math.max(1, this.#limits.derivationsMax - 1);
    this.#checks = new FairQueue(this.#checksMax);
  }

  counts(): KeystoreCounts {
    return {
      derivationsRunning: this.#creations.runningCount + this.#checks.runningCount,
      derivationsWaiting: this.#creations.waitingCount + this.#checks.waitingCount,
      wrongPasswords: this.#failedAttempts.total,
    };
  }

  /** Makes waiting calls fail, so that a node can stop even if there are many. */
  close(): void {
    this.#isClosed = true;
  }

  /** In the order of the UTF-8 bytes. */
  listUsers(): string[] {
    return this.#store.names();
  }

  async createUser(caller: Caller, rules: CredentialRules): Promise<void> {
    const { username, password, connection } = wellFormed(caller);
    checkUsername(username, rules);
    await this.#turns.run(`new ${username}`, async () => {
      this.#checkFree(username);
      const passwordHash = await this.#create(connection, username, async () => {
        await this.#checkNewPassword(password, rules);
        return hashPassword(password, new Uint8Array(this.#random(saltBytes)));
      });
      this.#add(username, password, passwordHash, []);
    });
  }

  async deleteUser(caller: Caller, rules: CredentialRules): Promise<void> {
    const { username, connection, password } = wellFormed(caller);
    checkUsername(username, rules);
    if (this.#store.find(username) === undefined) {
      throw refusal({ kind: "user-not-found", username });
    }
    await this.#authenticate(username, password, connection);
    this.#store.delete(username);
    this.#known.forget(username);
  }

  /** The user in AvalancheGo's form, for import by this or another node. */
  async exportUser(caller: Caller, rules: CredentialRules): Promise<Uint8Array> {
    const { username, password, connection } = wellFormed(caller);
    checkUsername(username, rules);
    const passwordHash = await this.#authenticate(username, password, connection);
    return encodeExportedUser({ passwordHash, entries: this.#store.entries(username) });
  }

  /** Imports a user under any free name, with the password from its export. */
  async importUser(caller: Caller, exported: Uint8Array, rules: CredentialRules): Promise<void> {
    const { username, password, connection } = wellFormed(caller);
    checkUsername(username, rules);
    await this.#turns.run(`new ${username}`, async () => {
      this.#checkFree(username);
      const { passwordHash, entries } = readExported(exported, this.#limits.importedEntriesMax);
      const isRight = await this.#create(connection, username, () =>
        isPasswordOf(password, passwordHash),
      );
      if (!isRight) throw refusal({ kind: "incorrect-password", username });
      this.#add(username, password, passwordHash, entries);
    });
  }

  /** The addresses whose keys a user holds on a chain, in the order in which they were added. */
  async listAddresses(caller: Caller, chainID: Id): Promise<ShortId[]> {
    return this.#withKeys(caller, chainID, (keys) => keys.addresses());
  }

  /** The private key of an address; undefined if the user does not have it on the chain. */
  async exportKey(caller: Caller, chainID: Id, address: ShortId): Promise<Uint8Array | undefined> {
    return this.#withKeys(caller, chainID, (keys) => keys.find(address));
  }

  /** Adds a private key (see `isPrivateKey`) to a user and returns its address. */
  async importKey(caller: Caller, chainID: Id, privateKey: Uint8Array): Promise<ShortId> {
    return this.#withKeys(caller, chainID, (keys) => keys.add(privateKey, this.#nextNonce));
  }

  /** Adds a random private key to a user and returns its address. */
  async createAddress(caller: Caller, chainID: Id): Promise<ShortId> {
    return this.#withKeys(caller, chainID, (keys) =>
      keys.add(this.#randomPrivateKey(), this.#nextNonce),
    );
  }

  /** Does not limit the length of names: AvalancheGo reports a long one as unknown. */
  async #withKeys<Value>(
    caller: Caller,
    chainID: Id,
    use: (keys: ChainKeys) => Value,
  ): Promise<Value> {
    const { username, password, connection } = wellFormed(caller);
    if (username === "") throw refusal({ kind: "empty-username" });
    await this.#authenticate(username, password, connection);
    try {
      return use(new ChainKeys(this.#store, { username, password }, chainID));
    } catch (error) {
      if (error instanceof AddressesFull) throw refusal({ kind: "keys-full" });
      if (!(error instanceof UserDataError)) throw error;
      throw refusal({ kind: "keys-unreadable", username, reason: error.message });
    }
  }

  /** Reports a user that does not exist like a wrong password. The caller uses the user before it waits again. */
  async #authenticate(
    username: string,
    password: string,
    connection: Connection | undefined,
  ): Promise<PasswordHash> {
    const incorrect = refusal({ kind: "incorrect-password", username });
    const passwordHash = this.#store.find(username);
    if (passwordHash === undefined) throw incorrect;
    if (this.#known.isKnown(username, password, passwordHash)) {
      await this.#passes.run(connection ?? username, setImmediate, () => isThere(connection));
      const now = this.#store.find(username);
      if (now === undefined) throw incorrect;
      if (this.#known.isKnown(username, password, now)) return now;
    }
    return this.#turns.run(connection ?? `user ${username}`, async () => {
      await this.#failedAttempts.wait(connection);
      this.#verifyOpen();
      let tookMs = 0;
      const check = async () => {
        const begunMs = this.#timer.now();
        const isRight = !this.#isClosed && (await isPasswordOf(password, passwordHash));
        tookMs = this.#timer.now() - begunMs;
        return isRight;
      };
      const isRight = await this.#checks.run(connection ?? username, check, () =>
        isThere(connection),
      );
      this.#verifyOpen();
      if (!isRight) {
        await this.#failedAttempts.add(username, connection, tookMs / this.#checksMax);
        throw incorrect;
      }
      this.#failedAttempts.clear(username, connection);
      // The user may have been deleted and created again in the meantime.
      const now = this.#store.find(username);
      if (now === undefined || !isSameHash(now, passwordHash)) throw incorrect;
      this.#known.add(username, password, passwordHash);
      return passwordHash;
    });
  }

  async #checkNewPassword(password: string, rules: CredentialRules): Promise<void> {
    if (password === "") throw refusal({ kind: "empty-password" });
    if (rules.lengthOf(password) > credentialLengthMax) {
      throw refusal({ kind: "password-too-long" });
    }
    if (!(await rules.isStrong(password))) throw refusal({ kind: "password-too-weak" });
  }

  #create<Value>(
    connection: Connection | undefined,
    username: string,
    derive: () => Promise<Value>,
  ): Promise<Value> {
    this.#verifyOpen();
    const create = async () => {
      this.#verifyOpen();
      const value = await derive();
      this.#verifyOpen();
      return value;
    };
    return this.#creations.run(connection ?? username, create, () => isThere(connection));
  }

  #add(
    username: string,
    password: string,
    passwordHash: PasswordHash,
    entries: ExportedUser["entries"],
  ): void {
    this.#store.add(username, passwordHash, entries);
    this.#known.add(username, password, passwordHash);
  }

  #verifyOpen(): void {
    if (this.#isClosed) throw new Error("the node is shutting down");
  }

  #checkFree(username: string): void {
    if (this.#store.find(username) !== undefined) throw refusal({ kind: "user-exists", username });
  }

  readonly #nextNonce = (): Uint8Array => this.#random(aeadNonceBytes);

  #randomPrivateKey(): Uint8Array {
    for (;;) {
      const privateKey = this.#random(32);
      // All but one in 2^128 are valid.
      if (isPrivateKey(privateKey)) return privateKey;
    }
  }
}

const systemTimer: Timer = {
  now: () => performance.now(),
  sleep: (durationMs) => setTimeout(durationMs),
};

function isThere(connection: Connection | undefined): boolean {
  return connection?.destroyed !== true;
}

function refusal(fault: KeystoreFault): KeystoreError {
  return new KeystoreError(fault);
}

/** Replaces invalid UTF-16 with U+FFFD, as Go does: two spellings must not be one user. */
function wellFormed({ username, password, connection }: Caller): Caller {
  return { username: toWellFormed(username), password: toWellFormed(password), connection };
}

function toWellFormed(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

function checkUsername(username: string, rules: CredentialRules): void {
  if (username === "") throw refusal({ kind: "empty-username" });
  if (rules.lengthOf(username) > credentialLengthMax) throw refusal({ kind: "username-too-long" });
}

function isSameHash(one: PasswordHash, other: PasswordHash): boolean {
  return equalBytes(one.hash, other.hash) && equalBytes(one.salt, other.salt);
}

function readExported(bytes: Uint8Array, entriesMax: number): ExportedUser {
  try {
    return decodeExportedUser(bytes, entriesMax);
  } catch (error) {
    if (!(error instanceof UserDataError)) throw error;
    throw refusal({ kind: "user-malformed", reason: error.message });
  }
}
