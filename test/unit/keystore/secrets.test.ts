import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { sha256 } from "../../../src/crypto/hash.ts";
import { emptyId } from "../../../src/formats/bytes.ts";
import { formatHex } from "../../../src/formats/hex.ts";
import { formatPrivateKey, parsePrivateKey } from "../../../src/formats/private-key.ts";
import { specRules } from "../../../src/keystore/credential-rules.ts";
import { Keystore } from "../../../src/keystore/keystore.ts";
import { localKeys, openUsers } from "../../support/keystore.ts";

const password = "Correct-Horse-7-Battery-Staple";
const wrongPassword = "Wrong-Horse-7-Battery-Staple";
const alice = { username: "alice", password };
const wrong = { username: "alice", password: wrongPassword };
const key = parsePrivateKey(localKeys[0].privateKey);

const directory = mkdtempSync(join(tmpdir(), "couloir-keystore-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Each secret in every form in which it could have been written. */
function formsOf(secrets: readonly Uint8Array[]): Buffer[] {
  return secrets.flatMap((secret) => {
    const hex = formatHex(secret).slice(2);
    const texts = [hex, hex.toUpperCase(), Buffer.from(secret).toString("base64")];
    return [Buffer.from(secret), ...texts.map((text) => Buffer.from(text))];
  });
}

describe("passwords and private keys", () => {
  it("reach neither the database nor an error", async () => {
    const { users, close } = openUsers(join(directory, "users.sqlite"));
    const keystore = new Keystore({ store: users });
    const errors: unknown[] = [];
    const refused = async (call: Promise<unknown>) => {
      await expect(
        call.catch((error) => errors.push(error) && Promise.reject(error)),
      ).rejects.toThrow();
    };
    await keystore.createUser(alice, specRules);
    await keystore.importKey(alice, emptyId, key);
    const address = await keystore.createAddress(alice, emptyId);
    const created = (await keystore.exportKey(alice, emptyId, address))!;
    const exported = await keystore.exportUser(alice, specRules);
    await keystore.importUser({ username: "carol", password }, exported, specRules);
    await refused(keystore.createUser(alice, specRules));
    await refused(
      keystore.createUser({ username: "bob", password: wrongPassword.slice(0, 7) }, specRules),
    );
    await refused(keystore.deleteUser(wrong, specRules));
    await refused(keystore.exportKey(wrong, emptyId, address));
    await refused(keystore.importUser({ ...wrong, username: "dora" }, exported, specRules));
    await refused(
      keystore.importUser({ ...alice, username: "dora" }, exported.subarray(2), specRules),
    );

    const text = (secret: string) => new TextEncoder().encode(secret);
    const secrets = formsOf([
      text(password),
      text(wrongPassword),
      text(wrongPassword.slice(0, 7)),
      sha256(text(password)),
      ...[key, created].flatMap((secret) => [secret, text(formatPrivateKey(secret).slice(11))]),
    ]);
    const written = readdirSync(directory).map((name) => readFileSync(join(directory, name)));
    const seen = inspect([errors, keystore, users], {
      depth: Number.POSITIVE_INFINITY,
      showHidden: true,
    });
    const places = [...written, Buffer.from(seen)];
    expect(written.some((bytes) => bytes.includes("carol"))).toBe(true);
    expect(seen).toContain("incorrect-password");
    expect(places.filter((bytes) => secrets.some((secret) => bytes.includes(secret)))).toEqual([]);
    close();
  });
});
