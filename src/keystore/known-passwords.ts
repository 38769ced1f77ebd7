import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { BoundedCache } from "../cache/bounded-cache.ts";
import type { PasswordHash } from "./user-store.ts";

/** 32 bytes each. */
const knownMax = 10_000;

/**
 * Recognises passwords that were right before, without deriving a key: a user who was here before never waits for those
 * who guess. It stores keyed hashes in memory only; the key ends with the process.
 */
export class KnownPasswords {
  readonly #key = randomBytes(32);
  readonly #known = new BoundedCache<string, Uint8Array>(knownMax);

  /** False means unknown, not wrong. */
  isKnown(username: string, password: string, passwordHash: PasswordHash): boolean {
    const known = this.#known.get(username);
    return known !== undefined && timingSafeEqual(known, this.#digest(password, passwordHash));
  }

  add(username: string, password: string, passwordHash: PasswordHash): void {
    this.#known.set(username, this.#digest(password, passwordHash));
  }

  forget(username: string): void {
    this.#known.delete(username);
  }

  /** Covers hash and salt too: a user with the same name may have been created again. */
  #digest(password: string, { hash, salt }: PasswordHash): Uint8Array {
    return createHmac("sha256", this.#key).update(hash).update(salt).update(password).digest();
  }
}
