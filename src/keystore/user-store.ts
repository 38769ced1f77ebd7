/** Name and password from a call. */
export type Credentials = { readonly username: string; readonly password: string };

/** Argon2id of a password with its salt; 32 and 16 bytes. */
export type PasswordHash = { readonly hash: Uint8Array; readonly salt: Uint8Array };

/** One entry of a user's database. The value is sealed with the password, the key is not. */
export type UserEntry = { readonly key: Uint8Array; readonly value: Uint8Array };

/** Stores users. Each call is one transaction: all of it is done, or nothing. */
export interface UserStore {
  /** In the order of the UTF-8 bytes. */
  names(): string[];
  find(username: string): PasswordHash | undefined;
  /** The user must not exist. Of entries with the same key the last one wins. */
  add(username: string, passwordHash: PasswordHash, entries: readonly UserEntry[]): void;
  /** Removes the user with all entries. */
  delete(username: string): void;
  /** In the order of the keys. */
  entries(username: string): UserEntry[];
  /** The value of an entry. */
  entry(username: string, key: Uint8Array): Uint8Array | undefined;
  /** Adds or replaces entries of a user that exists. */
  putEntries(username: string, entries: readonly UserEntry[]): void;
}
