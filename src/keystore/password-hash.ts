import { timingSafeEqual } from "node:crypto";
import { derivePasswordKey } from "../crypto/kdf.ts";
import { decodeFields, encodeFields, type FieldReader, type FieldWriter } from "./codec.ts";
import type { PasswordHash } from "./user-store.ts";

export const saltBytes = 16;
const hashBytes = 32;

/** avalanchego utils/password/hash.go @ v1.12.1 */
export async function hashPassword(password: string, salt: Uint8Array): Promise<PasswordHash> {
  return { hash: await derivePasswordKey(new TextEncoder().encode(password), salt), salt };
}

export async function isPasswordOf(password: string, expected: PasswordHash): Promise<boolean> {
  const { hash } = await hashPassword(password, expected.salt);
  return timingSafeEqual(hash, expected.hash);
}

/** A user in AvalancheGo's storage format: codec version, hash, salt; 50 bytes. */
export function encodePasswordHash(passwordHash: PasswordHash): Uint8Array {
  return encodeFields((fields) => writePasswordHash(fields, passwordHash));
}

/** Throws UserDataError. */
export function decodePasswordHash(bytes: Uint8Array): PasswordHash {
  return decodeFields(bytes, readPasswordHash);
}

export function writePasswordHash(fields: FieldWriter, { hash, salt }: PasswordHash): void {
  fields.fixed(hash);
  fields.fixed(salt);
}

export function readPasswordHash(fields: FieldReader): PasswordHash {
  return { hash: fields.fixed(hashBytes), salt: fields.fixed(saltBytes) };
}
