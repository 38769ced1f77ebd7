import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { parseAddress } from "../../../src/formats/address.ts";
import { emptyId } from "../../../src/formats/bytes.ts";
import { parsePrivateKey } from "../../../src/formats/private-key.ts";
import { addressesMax } from "../../../src/keystore/chain-keys.ts";
import { avalancheGoRules, specRules } from "../../../src/keystore/credential-rules.ts";
import { KeystoreError, type KeystoreFault } from "../../../src/keystore/keystore-error.ts";
import {
  fillAddresses,
  localKeys,
  openKeystore,
  goodPassword as password,
  putSealed,
  putUnsealed,
} from "../../support/keystore.ts";

const alice = { username: "alice", password };
const pChain = emptyId;
const key = parsePrivateKey(localKeys[0].privateKey);
const address = parseAddress(localKeys[0].address).address;

async function faultOf(call: Promise<unknown>): Promise<KeystoreFault | "none"> {
  try {
    await call;
  } catch (error) {
    if (error instanceof KeystoreError) return error.fault;
    throw error;
  }
  return "none";
}

async function kindOf(call: Promise<unknown>): Promise<string> {
  const fault = await faultOf(call);
  return fault === "none" ? fault : fault.kind;
}

describe("createUser", () => {
  it("checks the name, then whether it is taken, then the password", async () => {
    const { keystore } = openKeystore();
    const create = (username: string, newPassword: string) =>
      kindOf(keystore.createUser({ username, password: newPassword }, specRules));
    const long = "a".repeat(1025);
    expect(await create("", "")).toBe("empty-username");
    expect(await create(long, "")).toBe("username-too-long");
    expect(await create("alice", "")).toBe("empty-password");
    expect(await create("alice", long)).toBe("password-too-long");
    expect(await create("alice", "weak")).toBe("password-too-weak");
    expect(await create("alice", password)).toBe("none");
    expect(await create("alice", "")).toBe("user-exists");
    expect(await create("alice", "weak")).toBe("user-exists");
    expect(keystore.listUsers()).toEqual(["alice"]);
  });

  it("accepts names in any script, and any text of 1024 characters", async () => {
    const { keystore } = openKeystore();
    const names = [
      "雪崩",
      "лавина",
      "انهيار",
      "הר",
      "हिमस्खलन",
      "👩‍👩‍👧",
      " ",
      "\u0000",
      "\u{1d4b3}".repeat(1024),
    ];
    for (const username of names) {
      expect(await kindOf(keystore.createUser({ username, password }, specRules))).toBe("none");
      expect(await kindOf(keystore.exportUser({ username, password }, specRules))).toBe("none");
    }
    expect(new Set(keystore.listUsers())).toEqual(new Set(names));
    const longer = { username: "\u{1d4b3}".repeat(1025), password };
    expect(await kindOf(keystore.createUser(longer, specRules))).toBe("username-too-long");
  });

  it("measures in the unit of the profile", async () => {
    const { keystore } = openKeystore();
    const longest = { username: "☃".repeat(1024), password: `${password}${"☃".repeat(1008)}` };
    expect(await kindOf(keystore.createUser(longest, avalancheGoRules))).toBe("username-too-long");
    expect(await kindOf(keystore.createUser({ ...longest, username: "a" }, avalancheGoRules))).toBe(
      "password-too-long",
    );
    expect(await kindOf(keystore.createUser(longest, specRules))).toBe("none");
    expect(await kindOf(keystore.deleteUser(longest, avalancheGoRules))).toBe("username-too-long");
    expect(await kindOf(keystore.deleteUser(longest, specRules))).toBe("none");
  });

  it("accepts a name once, however many calls are made at the same time", async () => {
    const { keystore } = openKeystore();
    const calls = Array.from({ length: 4 }, () => kindOf(keystore.createUser(alice, specRules)));
    expect(await Promise.all(calls)).toEqual(["none", "user-exists", "user-exists", "user-exists"]);
  });

  it("reads invalid UTF-16 as Go does", async () => {
    const { keystore } = openKeystore();
    await keystore.createUser({ username: "a\ud800", password }, specRules);
    expect(keystore.listUsers()).toEqual(["a\ufffd"]);
    const again = faultOf(keystore.createUser({ username: "a\udfff", password }, specRules));
    expect(await again).toEqual({ kind: "user-exists", username: "a\ufffd" });
  });

  it("leaves the event loop alone while it hashes", async () => {
    const { keystore } = openKeystore();
    let done = false;
    const created = keystore.createUser(alice, specRules).finally(() => {
      done = true;
    });
    let turns = 0;
    while (!done) {
      await setImmediate();
      turns++;
    }
    await created;
    expect(turns).toBeGreaterThan(10);
  });
});

describe("a wrong password or an unknown user", () => {
  it("is reported as by AvalancheGo", async () => {
    const { keystore } = openKeystore();
    await keystore.createUser(alice, specRules);
    const wrong = { username: "alice", password: "wrong" };
    const nobody = { username: "nobody", password };
    const incorrect = (username: string) => ({ kind: "incorrect-password", username });
    expect(await faultOf(keystore.deleteUser(wrong, specRules))).toEqual(incorrect("alice"));
    expect(await faultOf(keystore.exportUser(wrong, specRules))).toEqual(incorrect("alice"));
    expect(await faultOf(keystore.listAddresses(wrong, pChain))).toEqual(incorrect("alice"));
    expect(await faultOf(keystore.exportUser(nobody, specRules))).toEqual(incorrect("nobody"));
    expect(await faultOf(keystore.importKey(nobody, pChain, key))).toEqual(incorrect("nobody"));
    expect(await faultOf(keystore.deleteUser(nobody, specRules))).toEqual({
      kind: "user-not-found",
      username: "nobody",
    });
    const unnamed = { username: "", password };
    expect(await kindOf(keystore.exportUser(unnamed, specRules))).toBe("empty-username");
    expect(await kindOf(keystore.createAddress(unnamed, pChain))).toBe("empty-username");
    const tooLong = { username: "a".repeat(1025), password };
    expect(await kindOf(keystore.exportUser(tooLong, specRules))).toBe("username-too-long");
    expect(await kindOf(keystore.exportKey(tooLong, pChain, address))).toBe("incorrect-password");
  });

  it("is reported late, later each time, until one is right", async () => {
    const { keystore, waitsMs } = openKeystore();
    await keystore.createUser(alice, specRules);
    const guess = (guessed: string) =>
      kindOf(keystore.exportUser({ username: "alice", password: guessed }, specRules));
    await Promise.all([guess("1"), guess("2"), guess("3")]);
    expect(waitsMs).toEqual([100, 200, 400]);
    expect(keystore.counts().wrongPasswords).toBe(3);
  });

  it("does not delay a password that was accepted before", async () => {
    const { keystore, waitsMs } = openKeystore();
    await keystore.createUser(alice, specRules);
    const wrong = Array.from({ length: 4 }, (_, i) =>
      kindOf(
        keystore.exportUser({ username: "alice", password: `${i}`, connection: {} }, specRules),
      ),
    );
    await setImmediate();
    expect(keystore.counts()).toMatchObject({ derivationsRunning: 1, derivationsWaiting: 3 });
    await keystore.exportUser(alice, specRules);
    expect(keystore.counts()).toMatchObject({ derivationsRunning: 1, derivationsWaiting: 3 });
    expect(waitsMs).toEqual([]);
    expect(await Promise.all(wrong)).toEqual(Array(4).fill("incorrect-password"));
  });

  it("lets other things happen between two that were accepted before", async () => {
    const { keystore } = openKeystore();
    await keystore.createUser(alice, specRules);
    let passes = 0;
    let next = globalThis.setImmediate(function count() {
      passes += 1;
      next = globalThis.setImmediate(count);
    });
    const calls = Array.from({ length: 50 }, (_, i) =>
      i % 2 === 0
        ? keystore.exportUser({ ...alice, connection: {} }, specRules)
        : keystore.listAddresses({ ...alice, connection: {} }, pChain),
    );
    await Promise.all(calls);
    clearImmediate(next);
    expect(passes).toBeGreaterThanOrEqual(49);
  });

  it("is neither checked nor given to a new user after its connection has gone", async () => {
    const { keystore } = openKeystore();
    await keystore.createUser(alice, specRules);
    const connection = { destroyed: false };
    const wrong = { username: "alice", password: "wrong", connection };
    const calls = [
      ...["a", "b", "c"].map((username) =>
        keystore.createUser({ username, password, connection }, specRules),
      ),
      ...[1, 2, 3].map(() => keystore.exportUser(wrong, specRules)),
    ].map((call) => call.then(String, ({ name, fault }) => fault?.kind ?? name));
    await setImmediate();
    connection.destroyed = true;
    const left = ["AbortError", "AbortError"];
    // The first of each had begun.
    expect(await Promise.all(calls)).toEqual(["undefined", ...left, "incorrect-password", ...left]);
    expect(keystore.listUsers()).toEqual(["a", "alice"]);
    expect(keystore.counts()).toMatchObject({ derivationsWaiting: 0, wrongPasswords: 1 });
  });

  it("is still wrong after the user was deleted and created again with another", async () => {
    const { keystore } = openKeystore();
    await keystore.createUser(alice, specRules);
    await keystore.deleteUser(alice, specRules);
    await keystore.createUser({ username: "alice", password: `${password}2` }, specRules);
    expect(await kindOf(keystore.exportUser(alice, specRules))).toBe("incorrect-password");
  });

  it("does not wait for new users", async () => {
    const { keystore, users } = openKeystore();
    await keystore.createUser(alice, specRules);
    const restarted = openKeystore({ store: users }).keystore;
    let created = 0;
    const creations = Array.from({ length: 64 }, async (_, i) => {
      await restarted.createUser({ username: `new ${i}`, password }, specRules);
      created += 1;
    });
    await restarted.exportUser(alice, specRules);
    expect(created).toBeLessThan(64);
    restarted.close();
    // Which of them had begun depends on the threads that derive keys.
    const failed = (await Promise.allSettled(creations)).filter((each) => "reason" in each);
    const reason = new Error("the node is shutting down");
    expect(failed).toEqual(Array(64 - created).fill({ status: "rejected", reason }));
  });
});

describe("an exported user", () => {
  it("can be imported under another name with its keys, and exports the same", async () => {
    const { keystore } = openKeystore();
    await keystore.createUser(alice, specRules);
    await keystore.importKey(alice, pChain, key);
    const created = await keystore.createAddress(alice, pChain);
    const exported = await keystore.exportUser(alice, specRules);

    const other = openKeystore().keystore;
    const carol = { username: "carol", password };
    await other.importUser(carol, exported, specRules);
    expect(await other.listAddresses(carol, pChain)).toEqual([address, created]);
    expect(await other.exportKey(carol, pChain, address)).toEqual(key);
    expect(await other.exportKey(carol, pChain, created)).toEqual(
      await keystore.exportKey(alice, pChain, created),
    );
    expect(await other.exportUser(carol, specRules)).toEqual(exported);
  });

  it("is checked: name, whether it is taken, content, password", async () => {
    const { keystore } = openKeystore();
    await keystore.createUser(alice, specRules);
    const exported = await keystore.exportUser(alice, specRules);
    const broken = exported.subarray(1);
    const importAs = (username: string, bytes: Uint8Array, given = password) =>
      faultOf(keystore.importUser({ username, password: given }, bytes, specRules));
    expect(await importAs("", broken)).toEqual({ kind: "empty-username" });
    expect(await importAs("a".repeat(1025), broken)).toEqual({ kind: "username-too-long" });
    expect(await importAs("alice", broken)).toEqual({ kind: "user-exists", username: "alice" });
    expect(await importAs("carol", broken, "wrong")).toEqual({
      kind: "user-malformed",
      reason: "unknown codec version",
    });
    expect(await importAs("carol", exported, "wrong")).toEqual({
      kind: "incorrect-password",
      username: "carol",
    });
    expect(keystore.listUsers()).toEqual(["alice"]);
    expect(await importAs("carol", exported)).toBe("none");
  });

  it("has a limited number of entries", async () => {
    const { keystore, users } = openKeystore({ limits: { importedEntriesMax: 3 } });
    await keystore.createUser(alice, specRules);
    await keystore.createAddress(alice, pChain);
    await keystore.createAddress(alice, pChain);
    const exported = await keystore.exportUser(alice, specRules);
    const copy = { username: "copy", password };
    expect(await kindOf(keystore.importUser(copy, exported, specRules))).toBe("none");
    await keystore.createAddress(alice, pChain);
    const more = await keystore.exportUser(alice, specRules);
    expect(users.entries("alice")).toHaveLength(4);
    expect(await faultOf(keystore.importUser({ ...copy, username: "d" }, more, specRules))).toEqual(
      {
        kind: "user-malformed",
        reason: "4 entries are more than this node's limit of 3",
      },
    );
  });

  it("does not have to have a strong password", async () => {
    const { keystore } = openKeystore();
    const weak = { username: "alice", password: "x7Kq2" };
    await keystore.createUser(weak, { ...specRules, isStrong: () => true });
    const exported = await keystore.exportUser(weak, specRules);
    const again = { username: "again", password: "x7Kq2" };
    expect(await kindOf(keystore.importUser(again, exported, specRules))).toBe("none");
  });
});

describe("the keys of a user", () => {
  it("are held once, by chain, and go with the user", async () => {
    const { keystore, users } = openKeystore();
    await keystore.createUser(alice, specRules);
    expect(await keystore.listAddresses(alice, pChain)).toEqual([]);
    expect(await keystore.importKey(alice, pChain, key)).toEqual(address);
    expect(await keystore.importKey(alice, pChain, key)).toEqual(address);
    expect(await keystore.listAddresses(alice, pChain)).toEqual([address]);
    const xChain = new Uint8Array(32).fill(1);
    expect(await keystore.listAddresses(alice, xChain)).toEqual([]);
    expect(await keystore.exportKey(alice, xChain, address)).toBeUndefined();
    expect(await keystore.exportKey(alice, pChain, new Uint8Array(20))).toBeUndefined();
    await keystore.deleteUser(alice, specRules);
    await keystore.createUser(alice, specRules);
    expect(users.entries("alice")).toEqual([]);
    expect(await keystore.listAddresses(alice, pChain)).toEqual([]);
  });

  it("are made of numbers that are private keys", async () => {
    let asked = 0;
    const { keystore } = openKeystore({
      random: (length) => new Uint8Array(length).fill(length === 32 && asked++ === 0 ? 0xff : 3),
    });
    await keystore.createUser(alice, specRules);
    const created = await keystore.createAddress(alice, pChain);
    const privateKey = await keystore.exportKey(alice, pChain, created);
    expect(privateKey).toEqual(new Uint8Array(32).fill(3));
  });

  it("are all there when many come at once", async () => {
    const { keystore } = openKeystore();
    await keystore.createUser(alice, specRules);
    const calls = Array.from({ length: 5 }, () => keystore.createAddress(alice, pChain));
    expect(await keystore.listAddresses(alice, pChain)).toEqual(await Promise.all(calls));
  });

  it("are at most 5000", async () => {
    const { keystore, users } = openKeystore();
    await keystore.createUser(alice, specRules);
    fillAddresses(users, "alice", addressesMax - 1);
    await keystore.importKey(alice, pChain, key);
    expect(await keystore.listAddresses(alice, pChain)).toHaveLength(addressesMax);
    const before = users.entries("alice");
    expect(await kindOf(keystore.createAddress(alice, pChain))).toBe("keys-full");
    expect(await keystore.importKey(alice, pChain, key)).toEqual(address);
    expect(users.entries("alice")).toEqual(before);
    fillAddresses(users, "alice", addressesMax + 1);
    expect(await faultOf(keystore.listAddresses(alice, pChain))).toEqual({
      kind: "keys-unreadable",
      username: "alice",
      reason: "keystore user is over its limit of 5000 addresses",
    });
  });

  it("are distinguished from unreadable data", async () => {
    const { keystore, users } = openKeystore();
    await keystore.createUser(alice, specRules);
    await keystore.importKey(alice, pChain, key);
    const unreadable = (reason: string) => ({
      kind: "keys-unreadable",
      username: "alice",
      reason,
    });
    putUnsealed(users, "alice", address, new Uint8Array(1));
    expect(await faultOf(keystore.exportKey(alice, pChain, address))).toEqual(
      unreadable("couldn't unpack codec version"),
    );
    putSealed(users, "alice", address, new Uint8Array(31));
    expect(await faultOf(keystore.exportKey(alice, pChain, address))).toEqual(
      unreadable("private key has unexpected length, expected 32"),
    );
    putSealed(users, "alice", emptyId, new Uint8Array(6), "another");
    const failed = unreadable("chacha20poly1305: message authentication failed");
    expect(await faultOf(keystore.listAddresses(alice, pChain))).toEqual(failed);
    expect(await faultOf(keystore.createAddress(alice, pChain))).toEqual(failed);
  });
});
