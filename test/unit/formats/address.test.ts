import { describe, expect, it } from "vitest";
import {
  type AddressScope,
  formatAddress,
  parseAddress,
  parseServiceAddress,
} from "../../../src/formats/address.ts";
import { encodeBech32 } from "../../../src/formats/bech32.ts";
import { emptyId, type Id } from "../../../src/formats/bytes.ts";
import { FormatError } from "../../../src/formats/format-error.ts";
import { formatShortId, parseId } from "../../../src/formats/id.ts";
import { outcome } from "./outcome.ts";

const ewoq = "local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const { address } = parseAddress(`P-${ewoq}`);
const xChainID = "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed";

const scope: AddressScope = {
  chainID: emptyId,
  hrp: "local",
  lookupChain(aliasOrID): Id {
    if (aliasOrID === "P") return emptyId;
    if (aliasOrID === "X") return parseId(xChainID);
    if (aliasOrID.length > 40 || aliasOrID.startsWith("1111")) return parseId(aliasOrID);
    throw new FormatError(`there is no ID with alias: ${aliasOrID}`);
  },
};

describe("addresses", () => {
  it("are written and read", () => {
    expect(formatAddress("X", "local", address)).toBe(`X-${ewoq}`);
    expect(parseAddress(`X-${ewoq}`)).toEqual({ chain: "X", hrp: "local", address });
    expect(parseAddress(`-${ewoq}`)).toEqual({ chain: "", hrp: "local", address });
  });

  it.each([
    ["P", "no separator found in address"],
    ["P-", "invalid bech32 string length 0"],
    ["P-P-x", "invalid bech32 string length 3"],
  ])("%s is none", (text, error) => {
    expect(outcome(() => parseAddress(text))).toEqual({ error });
  });

  it("have 20 bytes", () => {
    const text = `P-${encodeBech32("local", new Uint8Array(32))}`;
    expect(outcome(() => parseAddress(text))).toEqual({
      error: "invalid hash length: expected 20 bytes but got 33",
    });
  });
});

describe("parseServiceAddress", () => {
  it.each([`P-${ewoq}`, `11111111111111111111111111111111LpoYY-${ewoq}`, formatShortId(address)])(
    "takes %s",
    (text) => {
      expect(parseServiceAddress(text, scope)).toEqual(address);
    },
  );

  it("takes upper case after the chain", () => {
    expect(parseServiceAddress(`P-${ewoq.toUpperCase()}`, scope)).toEqual(address);
  });

  // Recorded from AvalancheGo v1.12.1, but for the second and third.
  it.each([
    ["nonsense", "no separator found in address"],
    [`Z-${ewoq}`, "there is no ID with alias: Z"],
    [`P-${encodeBech32("avax", address)}`, 'expected hrp "local" but got "avax"'],
    [
      `X-${ewoq}`,
      'mismatched chainIDs: expected "11111111111111111111111111111111LpoYY" but got ' +
        `"${xChainID}"`,
    ],
    [
      "P-local1npk0l3d9utxr8ns3rlwl2jhs6hm92rl0mpc5qc",
      "invalid checksum (expected (bech32=dmn4gj, bech32m=dmn4gjc8reds), got mpc5qc)",
    ],
    [
      "P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2x",
      "invalid checksum (expected (bech32=ymevtp, bech32m=ymevtp38fqwr), got ymev2x)",
    ],
  ])("refuses %s", (text, reason) => {
    expect(outcome(() => parseServiceAddress(text, scope))).toEqual({
      error: `couldn't parse address "${text}": ${reason}`,
    });
  });
});
