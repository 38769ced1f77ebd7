import { requireLazily, requireNative } from "./native.ts";

/** avalanchego utils/password/hash.go @ v1.12.1 */
const passes = 1;
const memoryKibibytes = 65_536;
const lanes = 4;
const keyBytes = 32;
/** `Algorithm.Argon2id`, a `const enum` that has no value at run time. */
const argon2id = 2;

/** Argon2id of a password (a string counts as UTF-8) and a salt. Runs on another thread. */
export async function derivePasswordKey(
  password: string | Uint8Array,
  salt: Uint8Array,
): Promise<Uint8Array> {
  const native = requireNative<typeof import("@node-rs/argon2")>("@node-rs/argon2");
  if (native === undefined) return deriveWithNoble(password, salt);
  const key = await native.hashRaw(password, {
    algorithm: argon2id,
    timeCost: passes,
    memoryCost: memoryKibibytes,
    parallelism: lanes,
    outputLen: keyBytes,
    salt,
  });
  return new Uint8Array(key);
}

function deriveWithNoble(password: string | Uint8Array, salt: Uint8Array): Promise<Uint8Array> {
  const { argon2idAsync } =
    requireLazily<typeof import("@noble/hashes/argon2.js")>("@noble/hashes/argon2.js");
  return argon2idAsync(password, salt, {
    t: passes,
    m: memoryKibibytes,
    p: lanes,
    dkLen: keyBytes,
  });
}
