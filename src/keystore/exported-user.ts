import { decodeFields, encodeFields } from "./codec.ts";
import { readPasswordHash, writePasswordHash } from "./password-hash.ts";
import type { PasswordHash, UserEntry } from "./user-store.ts";

/** A user as it moves to another node: everything but the name, which the importer chooses. */
export type ExportedUser = {
  readonly passwordHash: PasswordHash;
  readonly entries: readonly UserEntry[];
};

/** Password hash, salt, and the entries as they are stored. avalanchego api/keystore/keystore.go @ v1.12.1 */
export function encodeExportedUser({ passwordHash, entries }: ExportedUser): Uint8Array {
  return encodeFields((fields) => {
    writePasswordHash(fields, passwordHash);
    fields.count(entries.length);
    for (const { key, value } of entries) {
      fields.bytes(key);
      fields.bytes(value);
    }
  });
}

/** Throws UserDataError, also for more entries than the limit. */
export function decodeExportedUser(
  bytes: Uint8Array,
  entriesMax = Number.POSITIVE_INFINITY,
): ExportedUser {
  return decodeFields(bytes, (fields) => ({
    passwordHash: readPasswordHash(fields),
    entries: fields.list(() => ({ key: fields.bytes(), value: fields.bytes() }), entriesMax),
  }));
}
