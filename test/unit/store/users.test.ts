import { describe, expect, it } from "vitest";
import { openUsers } from "../../support/keystore.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);
const passwordHash = (fill: number) => ({
  hash: new Uint8Array(32).fill(fill),
  salt: new Uint8Array(16).fill(fill),
});

describe("users", () => {
  it("are found by any name, in the order of the bytes", () => {
    const { users } = openUsers();
    const names = [
      "Zoe",
      "alice",
      "a\u0000b",
      "\ufeffbom",
      "Ω",
      "雪",
      "\u{1d4b3}",
      "'; --",
      "%",
      " ",
    ];
    for (const [index, name] of names.entries()) users.add(name, passwordHash(index), []);
    const encoder = new TextEncoder();
    const order = [...names].sort((a, b) => Buffer.compare(encoder.encode(a), encoder.encode(b)));
    expect(users.names()).toEqual(order);
    expect(names.map((name) => users.find(name))).toEqual(names.map((_, i) => passwordHash(i)));
    expect(users.find("ALICE")).toBeUndefined();
    expect(users.find("")).toBeUndefined();
  });

  it("keep entries by key, empty ones too", () => {
    const { users } = openUsers();
    users.add("alice", passwordHash(1), [
      { key: bytes(2), value: bytes(20) },
      { key: bytes(), value: bytes() },
      { key: bytes(1, 0), value: bytes(10) },
      { key: bytes(1), value: bytes(1) },
      { key: bytes(2), value: bytes(21) },
    ]);
    users.add("bob", passwordHash(2), [{ key: bytes(1), value: bytes(99) }]);
    expect(users.entries("alice")).toEqual([
      { key: bytes(), value: bytes() },
      { key: bytes(1), value: bytes(1) },
      { key: bytes(1, 0), value: bytes(10) },
      { key: bytes(2), value: bytes(21) },
    ]);
    expect(users.entry("alice", bytes(1))).toEqual(bytes(1));
    expect(users.entry("alice", bytes(3))).toBeUndefined();
    expect(users.entry("carol", bytes(1))).toBeUndefined();
    users.putEntries("alice", [{ key: bytes(3), value: bytes(3) }]);
    expect(users.entry("alice", bytes(3))).toEqual(bytes(3));
    expect(users.entries("bob")).toEqual([{ key: bytes(1), value: bytes(99) }]);
  });

  it("are deleted with their entries", () => {
    const { users } = openUsers();
    users.add("alice", passwordHash(1), [{ key: bytes(1), value: bytes(1) }]);
    users.add("bob", passwordHash(2), [{ key: bytes(1), value: bytes(2) }]);
    users.delete("alice");
    expect(users.names()).toEqual(["bob"]);
    users.add("alice", passwordHash(3), []);
    expect(users.entries("alice")).toEqual([]);
    expect(users.entries("bob")).toHaveLength(1);
  });

  it("come in whole or not at all", () => {
    const { users } = openUsers();
    const half = [
      { key: bytes(1), value: bytes(1) },
      { key: bytes(2), value: undefined as unknown as Uint8Array },
    ];
    expect(() => users.add("alice", passwordHash(1), half)).toThrow();
    expect(users.names()).toEqual([]);
    users.add("alice", passwordHash(1), []);
    expect(() => users.putEntries("alice", half)).toThrow();
    expect(users.entries("alice")).toEqual([]);
    expect(() => users.add("alice", passwordHash(1), [])).toThrow();
    expect(() => users.putEntries("bob", [{ key: bytes(1), value: bytes(1) }])).toThrow();
  });
});
