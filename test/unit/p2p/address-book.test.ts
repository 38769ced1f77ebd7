import { expect, test } from "vitest";
import { AddressBook } from "../../../src/p2p/address-book.ts";
import { nowSeconds } from "../../../src/p2p/environment.ts";
import { type OwnIdentity, signIp } from "../../../src/p2p/identity/own-identity.ts";
import type { ClaimedIp } from "../../../src/p2p/identity/signed-ip.ts";
import { readKnownPeers } from "../../../src/p2p/peer/handshake.ts";
import { isKnown } from "../../../src/p2p/peer/peer-list.ts";
import { ManualEnvironment } from "../../support/p2p/manual-environment.ts";
import { newIdentity } from "../../support/p2p/nodes.ts";

const identity = newIdentity();
const environment = new ManualEnvironment();
const now = nowSeconds(environment);

function claim(timestamp: bigint, port: number, by: OwnIdentity = identity): ClaimedIp {
  const signed = signIp(by, { ip: "127.0.0.1", port }, timestamp);
  return { ...signed, certificate: by.certificate };
}

function newBook(sizeMax = 10, isWanted: () => boolean = () => true): AddressBook {
  return new AddressBook(environment, sizeMax, isWanted);
}

test("keeps the claim with the highest timestamp", () => {
  const book = newBook();
  expect(book.add(claim(now, 2))).toBe(true);
  expect(book.add(claim(now - 1n, 1))).toBe(false);
  expect(book.add(claim(now, 3))).toBe(false);
  expect(book.get(identity.certificate.nodeID)?.address.port).toBe(2);
  expect(book.add(claim(now + 60n, 4))).toBe(true);
  expect(book.get(identity.certificate.nodeID)?.address.port).toBe(4);
  expect(book.size).toBe(1);
});

test("rejects claims from the future and altered ones", () => {
  const book = newBook();
  expect(() => book.add(claim(now + 61n, 1))).toThrow("too far in the future");
  expect(() => book.add({ ...claim(now, 1), timestamp: now - 1n })).toThrow("invalid TLS");
  expect(() => book.add({ ...claim(now, 1), certificate: newIdentity().certificate })).toThrow(
    "invalid TLS",
  );
  expect(book.size).toBe(0);
});

test("does not verify the signature of an unwanted node", () => {
  const book = newBook(10, () => false);
  expect(book.add({ ...claim(now, 1), tlsSignature: new Uint8Array() })).toBe(false);
});

test("is bounded: those no longer wanted make room", () => {
  let isWanted = true;
  const book = newBook(1, () => isWanted);
  expect(book.add(claim(now, 1))).toBe(true);
  expect(book.add(claim(now, 1, newIdentity()))).toBe(false);
  isWanted = false;
  expect(book.size).toBe(1);
});

test("says in its filter what it has, also what came after the filter was made", () => {
  const book = newBook(1_000);
  const [first, second, third] = [1, 2, 3].map((port) => claim(now, port, newIdentity()));
  book.add(first!);
  const { salt } = book.knownPeers();
  book.add(second!);
  const known = readKnownPeers(book.knownPeers());
  expect(known.salt).toEqual(salt);
  expect(isKnown(known, first!)).toBe(true);
  expect(isKnown(known, second!)).toBe(true);
  expect(isKnown(known, third!)).toBe(false);
  environment.advance(60_000);
  expect(book.knownPeers().salt).not.toEqual(salt);
});
