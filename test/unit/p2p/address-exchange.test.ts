import { expect, test } from "vitest";
import { AddressBook } from "../../../src/p2p/address-book.ts";
import { AddressExchange } from "../../../src/p2p/address-exchange.ts";
import { parseBloom } from "../../../src/p2p/bloom.ts";
import { defaultLimits } from "../../../src/p2p/limits.ts";
import { ManualEnvironment } from "../../support/p2p/manual-environment.ts";

test("a list is made from few of many validators, whatever the asker knows", () => {
  let looks = 0;
  const environment = new ManualEnvironment();
  const peers = Array.from({ length: 2_000 }, (_, index) => {
    const nodeID = new Uint8Array(20);
    new DataView(nodeID.buffer).setUint32(0, index);
    const address = { ip: "127.0.0.1", port: 9651 };
    return {
      nodeID,
      connection: { certificate: { nodeID } },
      get handshake() {
        looks += 1;
        return { signedIp: { address, timestamp: 1n, tlsSignature: new Uint8Array(70) } };
      },
    };
  });
  const exchange = new AddressExchange({
    environment,
    limits: defaultLimits,
    book: new AddressBook(environment, 4_096, () => true),
    peers: { connected: () => peers },
    dialer: {},
    isValidator: () => true,
  } as unknown as ConstructorParameters<typeof AddressExchange>[0]);
  const listFor = (filter: readonly number[]) => {
    const known = { filter: parseBloom(Uint8Array.from(filter)), salt: new Uint8Array(32) };
    return exchange.gossipableTo(new Uint8Array(20), known);
  };
  const nothing = [1, ...new Uint8Array(9)];
  const everything = [16, ...new Uint8Array(16 * 8), 0xff];
  const list = listFor(nothing);
  expect(new Set(list.map(({ certificate }) => certificate)).size).toBe(defaultLimits.peerListSize);
  expect(looks).toBeLessThanOrEqual(120);
  looks = 0;
  expect(listFor(everything)).toEqual([]);
  expect(looks).toBeLessThanOrEqual(120);
});
