import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decodeBytes, encodeBytes } from "../../../src/formats/encoding.ts";
import { formatHex, parseHexDigits } from "../../../src/formats/hex.ts";
import { UserDataError } from "../../../src/keystore/codec.ts";
import { decodeExportedUser, encodeExportedUser } from "../../../src/keystore/exported-user.ts";
import {
  decodePasswordHash,
  encodePasswordHash,
  hashPassword,
  isPasswordOf,
} from "../../../src/keystore/password-hash.ts";
import { openValue, sealingKey, sealValue } from "../../../src/keystore/sealed-value.ts";

type Vectors = {
  readonly passwordHashes: readonly Record<"password" | "salt" | "hash" | "stored", string>[];
  readonly sealedValues: readonly Record<
    "password" | "key" | "nonce" | "plaintext" | "sealed",
    string
  >[];
  readonly exportedUsers: readonly {
    readonly name: string;
    readonly exported: string;
    readonly user: {
      readonly hash: string;
      readonly salt: string;
      readonly entries: readonly { readonly key: string; readonly value: string }[];
    };
  }[];
};

const file = new URL("../../vectors/keystore/formats.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as Vectors;
const bytes = parseHexDigits;
const zeros = (length: number) => new Uint8Array(length);

function faultOf(decode: () => unknown): string {
  try {
    decode();
  } catch (error) {
    if (error instanceof UserDataError) return error.message;
    throw error;
  }
  return "none";
}

describe.each(vectors.passwordHashes)("the hash of a password", ({ password, ...texts }) => {
  const passwordHash = { hash: bytes(texts.hash), salt: bytes(texts.salt) };
  const stored = bytes(texts.stored);

  it("is AvalancheGo's", async () => {
    expect(await hashPassword(password, passwordHash.salt)).toEqual(passwordHash);
    expect(await isPasswordOf(password, passwordHash)).toBe(true);
    expect(await isPasswordOf(`${password} `, passwordHash)).toBe(false);
  });

  it("is stored in AvalancheGo's bytes", () => {
    expect(encodePasswordHash(passwordHash)).toEqual(stored);
    expect(decodePasswordHash(stored)).toEqual(passwordHash);
    expect(decodePasswordHash(encodePasswordHash(passwordHash))).toEqual(passwordHash);
    expect(encodePasswordHash(decodePasswordHash(stored))).toEqual(stored);
  });
});

describe.each(vectors.sealedValues)("a sealed value", ({ password, ...texts }) => {
  const key = bytes(texts.key);
  const nonce = bytes(texts.nonce);
  const plaintext = bytes(texts.plaintext);
  const sealed = bytes(texts.sealed);

  it("is AvalancheGo's", () => {
    expect(sealingKey(password)).toEqual(key);
    expect(sealValue(key, nonce, plaintext)).toEqual(sealed);
    expect(openValue(key, sealed)).toEqual(plaintext);
    expect(openValue(key, sealValue(key, nonce, plaintext))).toEqual(plaintext);
    expect(sealValue(key, nonce, openValue(key, sealed))).toEqual(sealed);
  });

  it.each([
    ["nothing", "", "couldn't unpack codec version"],
    ["half a version", "00", "couldn't unpack codec version"],
    ["another version", `0001${texts.sealed.slice(4)}`, "unknown codec version"],
    ["no fields", "0000", "couldn't unmarshal slice: packer has insufficient length for input"],
    ["a short ciphertext", "00000000001b31", "packer has insufficient length for input"],
    [
      "no nonce",
      texts.sealed.slice(0, 66),
      "couldn't unmarshal slice: packer has insufficient length for input",
    ],
    ["more behind it", `${texts.sealed}00`, "trailing buffer space: read 61 provided 62"],
    [
      "a short nonce",
      `${texts.sealed.slice(0, 66)}00000001ff`,
      "chacha20poly1305: bad nonce length passed to Open",
    ],
    [
      "a changed ciphertext",
      texts.sealed.replace("319ad7", "319ad8"),
      "chacha20poly1305: message authentication failed",
    ],
    [
      "no ciphertext",
      `000000000000${texts.sealed.slice(66)}`,
      "chacha20poly1305: message authentication failed",
    ],
    [
      "a length beyond int32",
      "0000ffffffff",
      "max slice length exceeded; array length, 4294967295, exceeds maximum length, 2147483647",
    ],
  ])("must not be %s", (_name, hex, message) => {
    expect(faultOf(() => openValue(key, bytes(hex)))).toBe(message);
  });

  it("must not be sealed with another key, or too long", () => {
    const message = "chacha20poly1305: message authentication failed";
    expect(faultOf(() => openValue(sealingKey("another"), sealed))).toBe(message);
    expect(faultOf(() => openValue(key, zeros(262_145)))).toBe(
      "byte array exceeds maximum length: 262145 > 262144",
    );
  });
});

describe.each(vectors.exportedUsers)("an exported user: $name", ({ exported, user: texts }) => {
  const encoded = decodeBytes(exported, "hex");
  const user = {
    passwordHash: { hash: bytes(texts.hash), salt: bytes(texts.salt) },
    entries: texts.entries.map(({ key, value }) => ({ key: bytes(key), value: bytes(value) })),
  };

  it("is AvalancheGo's", () => {
    expect(encodeBytes(encodeExportedUser(user), "hex")).toBe(exported);
    expect(decodeExportedUser(encoded)).toEqual(user);
    expect(decodeExportedUser(encodeExportedUser(user))).toEqual(user);
    expect(encodeExportedUser(decodeExportedUser(encoded))).toEqual(encoded);
  });

  it("must be whole", () => {
    for (let length = 0; length < encoded.length; length++) {
      const message = faultOf(() => decodeExportedUser(encoded.subarray(0, length)));
      expect(message, formatHex(encoded.subarray(0, length))).toMatch(
        length < 2
          ? /^couldn't unpack codec version$/
          : /^(couldn't unmarshal slice: )?packer has insufficient length for input$/,
      );
    }
  });

  it("must end", () => {
    const longer = new Uint8Array([...encoded, 0]);
    expect(faultOf(() => decodeExportedUser(longer))).toBe(
      `trailing buffer space: read ${encoded.length} provided ${encoded.length + 1}`,
    );
  });
});

describe("the reader of exported users", () => {
  it.each([
    ["hash", 33, "packer has insufficient length for input"],
    ["salt", 49, "packer has insufficient length for input"],
    ["count", 53, "couldn't unmarshal slice: packer has insufficient length for input"],
  ])("names a missing %s as AvalancheGo does", (_name, length, message) => {
    expect(faultOf(() => decodeExportedUser(zeros(length)))).toBe(message);
  });

  it("does not believe in a great count", () => {
    const many = zeros(54);
    many.set([0x7f, 0xff, 0xff, 0xff], 50);
    expect(faultOf(() => decodeExportedUser(many))).toBe(
      "couldn't unmarshal slice: packer has insufficient length for input",
    );
    many.set([0x80, 0, 0, 0], 50);
    expect(faultOf(() => decodeExportedUser(many))).toBe(
      "max slice length exceeded; array length, 2147483648, exceeds maximum length, 2147483647",
    );
  });
});
