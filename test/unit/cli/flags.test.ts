import { describe, expect, it } from "vitest";
import { acceptedGroups, knownFlags } from "../../../src/cli/accepted-flags.ts";
import { parseFlagValue } from "../../../src/cli/flag-values.ts";
import { flagGroups, flags } from "../../../src/cli/flags.ts";
import avalanchego from "../../vectors/avalanchego-flags.json" with { type: "json" };
import later from "../../vectors/avalanchego-later-flags.json" with { type: "json" };

/** Flags whose default differs from that of AvalancheGo. */
const ownDefaults = [
  "network-id",
  "data-dir",
  "index-enabled",
  "api-keystore-enabled",
  "http-allowed-origins",
];

const types: Readonly<Record<string, readonly string[]>> = {
  Bool: ["bool"],
  Int: ["int"],
  Uint: ["uint"],
  Uint64: ["uint64"],
  Float64: ["float"],
  Duration: ["duration"],
  String: ["text", "path", "base64", "list"],
  StringSlice: ["list"],
  IntSlice: ["ints"],
  StringToString: ["pairs"],
};

const defaults = new Map([
  ...Object.entries(flags).map(([name, flag]) => [name, flag.default] as const),
  ...acceptedGroups.flatMap(({ flags }) =>
    Object.entries(flags).map(([name, flag]) => [name, flag.default] as const),
  ),
]);

/** It cannot be accepted without a meaning: it says which key the node has. */
const refused = "staking-rpc-signer-endpoint";
const known = [...avalanchego.flags, ...later.flags.filter(({ name }) => name !== refused)];

describe("flags", () => {
  it.each(known)("knows AvalancheGo's --$name", ({ name, type, default: text }) => {
    const flag = knownFlags.get(name);
    expect(types[type]).toContain(flag?.type);
    if (ownDefaults.includes(name) || text === null) return;
    const own = defaults.get(name)!;
    expect(parseFlagValue(flag!.type, own)).toEqual(parseFlagValue(flag!.type, text));
  });

  it("rejects the flag that names another signer", () => {
    expect(later.flags.map(({ name }) => name)).toContain(refused);
    expect(knownFlags.has(refused)).toBe(false);
  });

  it("has each flag once", () => {
    const names = [
      ...flagGroups.flatMap(([, group]) => Object.keys(group)),
      ...acceptedGroups.flatMap(({ flags }) => Object.keys(flags)),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(knownFlags.size).toBe(names.length);
  });

  it("has every group in --help", () => {
    const shown = flagGroups.flatMap(([, group]) => Object.keys(group));
    expect(shown.sort()).toEqual(Object.keys(flags).sort());
  });

  it.each(Object.entries(flags))("--%s has a default of its own type and choices", (_, flag) => {
    expect(() => parseFlagValue(flag.type, flag.default)).not.toThrow();
    if ("choices" in flag) expect(flag.choices).toContain(flag.default);
    expect(flag.doc).toMatch(/\.$/);
  });
});
