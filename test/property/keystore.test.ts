import fc from "fast-check";
import { expect, it } from "vitest";
import { isPrivateKey } from "../../src/crypto/secp256k1.ts";
import { emptyId } from "../../src/formats/bytes.ts";
import { decodeBytes, encodeBytes } from "../../src/formats/encoding.ts";
import { loadProfile } from "../../src/generated/load-profile.ts";
import { keystoreHandlers } from "../../src/handlers/keystore/index.ts";
import { UserDataError } from "../../src/keystore/codec.ts";
import { specRules } from "../../src/keystore/credential-rules.ts";
import {
  decodeExportedUser,
  type ExportedUser,
  encodeExportedUser,
} from "../../src/keystore/exported-user.ts";
import { KeystoreError } from "../../src/keystore/keystore-error.ts";
import { answerCall } from "../../src/node/apis/answer-call.ts";
import { openKeystore } from "../support/keystore.ts";
import { keystoreContext } from "../support/keystore-context.ts";

const profile = await loadProfile.spec();

const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const entry = fc.record({
  key: fc.uint8Array({ maxLength: 80 }),
  value: fc.uint8Array({ maxLength: 120 }),
});
const exportedUser: fc.Arbitrary<ExportedUser> = fc.record({
  passwordHash: fc.record({ hash: bytesOf(32), salt: bytesOf(16) }),
  entries: fc.array(entry, { maxLength: 12 }),
});
const privateKey = bytesOf(32).filter(isPrivateKey);
const username = fc.string({ unit: "binary", minLength: 1, maxLength: 1024, size: "max" });
const password = fc
  .string({ unit: "binary", maxLength: 1020 })
  .map((text) => `aA1!${text}`)
  .filter((text) => specRules.isStrong(text));

/** A hash costs tens of milliseconds, and each run takes many. */
const fewRuns = 10;

function flipBit(bytes: Uint8Array, position: number): Uint8Array {
  const flipped = bytes.slice();
  const bit = position % (8 * bytes.length);
  flipped[bit >> 3]! ^= 1 << (bit & 7);
  return flipped;
}

async function refusalOf<Value>(call: Promise<Value>): Promise<Value | KeystoreError> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof KeystoreError) return error;
    throw error;
  }
}

it("exported users are read as they were written", () => {
  const property = fc.property(exportedUser, (user) => {
    const encoded = encodeExportedUser(user);
    expect(decodeExportedUser(encoded)).toEqual(user);
  });
  fc.assert(property);
});

it("damaged exported users are read as something or refused, never more", () => {
  const property = fc.property(exportedUser, fc.nat(), fc.nat(), (user, position, cut) => {
    const encoded = encodeExportedUser(user);
    const damaged = flipBit(encoded, position);
    for (const bytes of [damaged, encoded.subarray(0, cut % encoded.length)]) {
      try {
        expect(encodeExportedUser(decodeExportedUser(bytes))).toEqual(bytes);
      } catch (error) {
        if (!(error instanceof UserDataError)) throw error;
      }
    }
  });
  fc.assert(property);
});

it("users of any name keep any keys, here and on another node", async () => {
  const keys = fc.array(privateKey, { maxLength: 4 });
  const property = fc.asyncProperty(
    username,
    username,
    password,
    keys,
    async (name, otherName, secret, privateKeys) => {
      const { keystore } = openKeystore();
      const user = { username: name, password: secret };
      await keystore.createUser(user, specRules);
      expect(keystore.listUsers()).toEqual([name]);
      const addresses = [];
      for (const each of privateKeys) {
        addresses.push(await keystore.importKey(user, emptyId, each));
      }
      const exported = await keystore.exportUser(user, specRules);

      const other = openKeystore().keystore;
      const sameUser = { username: otherName, password: secret };
      await other.importUser(sameUser, exported, specRules);
      const listed = await other.listAddresses(sameUser, emptyId);
      expect(new Set(listed.map(String))).toEqual(new Set(addresses.map(String)));
      for (const [index, address] of addresses.entries()) {
        expect(await other.exportKey(sameUser, emptyId, address)).toEqual(privateKeys[index]);
      }
      expect(await other.exportUser(sameUser, specRules)).toEqual(exported);
      await other.deleteUser(sameUser, specRules);
      expect(other.listUsers()).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: fewRuns });
});

it("a damaged export is refused with nothing done, or its keys are told apart from lost ones", async () => {
  const secret = "k9@XzT4!wq#Lm2pR";
  const { keystore } = openKeystore();
  const alice = { username: "alice", password: secret };
  await keystore.createUser(alice, specRules);
  const address = await keystore.createAddress(alice, emptyId);
  const key = await keystore.exportKey(alice, emptyId, address);
  const exported = await keystore.exportUser(alice, specRules);
  const damage = fc.oneof(
    fc.nat().map((position) => flipBit(exported, position)),
    fc.nat(exported.length - 1).map((length) => exported.subarray(0, length)),
  );
  const property = fc.asyncProperty(damage, async (damaged) => {
    const { keystore: other, users } = openKeystore();
    const imported = await refusalOf(other.importUser(alice, damaged, specRules));
    if (imported instanceof KeystoreError) {
      expect(["user-malformed", "incorrect-password"]).toContain(imported.fault.kind);
      expect(other.listUsers()).toEqual([]);
      expect(users.entries("alice")).toEqual([]);
      return;
    }
    const found = await refusalOf(other.exportKey(alice, emptyId, address));
    if (found instanceof KeystoreError) expect(found.fault.kind).toBe("keys-unreadable");
    else if (found !== undefined) expect(found).toEqual(key);
    const listed = await refusalOf(other.listAddresses(alice, emptyId));
    if (listed instanceof KeystoreError) expect(listed.fault.kind).toBe("keys-unreadable");
  });
  await fc.assert(property, { numRuns: 5 * fewRuns });
});

it("a damaged text is refused with a declared error, and nothing is done", async () => {
  const { keystore } = openKeystore();
  const alice = { username: "alice", password: "k9@XzT4!wq#Lm2pR" };
  await keystore.createUser(alice, specRules);
  const text = encodeBytes(await keystore.exportUser(alice, specRules), "hex");
  const encoded = new TextEncoder().encode(text);
  const damage = fc.oneof(
    fc.nat().map((position) => new TextDecoder().decode(flipBit(encoded, position))),
    fc.nat(text.length - 1).map((length) => text.slice(0, length)),
    fc.string(),
  );
  const bytesOfText = (each: string) => {
    try {
      return String(decodeBytes(each, "hex"));
    } catch {
      return undefined;
    }
  };
  const property = fc.asyncProperty(damage, async (user) => {
    // An upper-case digit is the same digit.
    fc.pre(bytesOfText(user) !== bytesOfText(text));
    const params = { ...alice, username: "carol", user };
    const call = { method: "keystore.importUser", params };
    const { error } = await answerCall(profile, keystoreHandlers, call, keystoreContext(keystore));
    expect(error?.code).toBe(-32000);
    expect(keystore.listUsers()).toEqual(["alice"]);
  });
  await fc.assert(property);
});
