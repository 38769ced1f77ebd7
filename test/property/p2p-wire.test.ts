import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { concatBytes } from "../../src/formats/bytes.ts";
import {
  addToBloom,
  bloomContains,
  createBloomFilter,
  formatBloom,
  parseBloom,
} from "../../src/p2p/bloom.ts";
import { signIp } from "../../src/p2p/identity/own-identity.ts";
import { ip16, ipBytes, ipText } from "../../src/p2p/ip-address.ts";
import { handshakeMessage, readHandshake } from "../../src/p2p/peer/handshake.ts";
import { createDecompressor } from "../../src/p2p/wire/decompress.ts";
import { encodeFrame, FrameReader } from "../../src/p2p/wire/frames.ts";
import { type BodyOf, decodeMessage, encodeMessage } from "../../src/p2p/wire/messages.ts";
import { ManualEnvironment } from "../support/p2p/manual-environment.ts";
import { localTerms, newIdentity } from "../support/p2p/nodes.ts";

const decompress = createDecompressor();

describe("framing", () => {
  test("any cut of a stream gives the same messages", () => {
    const messages = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 });
    fc.assert(
      fc.property(messages, fc.array(fc.nat(40), { minLength: 1 }), (sent, cuts) => {
        const stream = concatBytes(...sent.map(encodeFrame));
        const reader = new FrameReader();
        const received: Uint8Array[] = [];
        for (let at = 0, cut = 0; at < stream.length; cut++) {
          const length = cuts[cut % cuts.length]! + 1;
          received.push(...reader.push(stream.subarray(at, at + length)));
          at += length;
        }
        expect(received).toEqual(sent);
        expect(reader.isInsideFrame).toBe(false);
      }),
    );
  });

  test("a length above 2 MiB is rejected before its bytes come", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2_097_153, max: 0xffffffff }), (length) => {
        const prefix = new Uint8Array(4);
        new DataView(prefix.buffer).setUint32(0, length);
        expect(() => [...new FrameReader().push(prefix)]).toThrow("larger than 2 MiB");
      }),
    );
  });

  test("random bytes are a message, an unknown one or malformed", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeMessage(bytes, decompress);
        } catch (error) {
          expect(["MalformedMessage", "ProtocolError"]).toContain((error as Error).name);
        }
      }),
    );
  });
});

describe("bloom filter", () => {
  const keys = fc.uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 32 }), {
    maxLength: 100,
    selector: (key) => key.join(),
  });

  test("contains what was added, also after the wire", () => {
    fc.assert(
      fc.property(keys, fc.uint8Array({ maxLength: 32 }), fc.integer(), (added, salt, seed) => {
        const { randomBytes } = new ManualEnvironment(0, seed);
        const filter = createBloomFilter(128, 0.001, randomBytes);
        for (const key of added) addToBloom(filter, key, salt);
        const parsed = parseBloom(formatBloom(filter));
        expect(parsed).toEqual(filter);
        expect(added.every((key) => bloomContains(parsed, key, salt))).toBe(true);
      }),
    );
  });

  test("seldom contains anything else", () => {
    const { randomBytes } = new ManualEnvironment();
    const filter = createBloomFilter(1_000, 0.001, randomBytes);
    const salt = randomBytes(32);
    for (let at = 0; at < 1_000; at++) addToBloom(filter, Uint8Array.of(at >> 8, at), salt);
    let found = 0;
    for (let at = 0; at < 10_000; at++) {
      found += Number(bloomContains(filter, Uint8Array.of(at >> 8, at, 1), salt));
    }
    expect(found).toBeLessThan(40);
  });
});

test("IP addresses keep their bytes through text", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
    fc
      .array(fc.constantFrom(0, 0, 0, 1), { minLength: 16, maxLength: 16 })
      .map((all) => Uint8Array.from(all)),
  );
  fc.assert(
    fc.property(bytes, (address) => {
      expect(ip16(ipBytes(ipText(address)!)!)).toEqual(ip16(address));
    }),
  );
});

describe("handshake", () => {
  const identity = newIdentity();
  const now = 1_800_000_000n;
  const own = signIp(identity, { ip: "10.1.2.3", port: 9651 }, now);
  const known = { filter: Uint8Array.of(1, ...new Uint8Array(9)), salt: new Uint8Array() };
  const id = fc.uint8Array({ minLength: 32, maxLength: 32 });

  test("what one node writes the other reads", () => {
    const terms = fc.record({
      networkID: fc.nat(),
      trackedSubnets: fc.array(id, { maxLength: 16 }),
      supportedAcps: fc.uniqueArray(fc.integer({ min: 1, max: 50 })),
      objectedAcps: fc.uniqueArray(fc.integer({ min: 51, max: 99 })),
    });
    fc.assert(
      fc.property(terms, fc.integer({ min: -60, max: 60 }), (fields, skew) => {
        const acps = Array.from({ length: 99 }, (_, at) => at + 1);
        const all = { ...localTerms, ...fields, currentAcps: acps };
        const frame = encodeMessage(handshakeMessage(all, own, known, now + BigInt(skew)));
        const body = decodeMessage(frame.subarray(4), decompress)!;
        const read = readHandshake(
          body.value as BodyOf<"handshake">,
          identity.certificate,
          all,
          now,
          undefined,
        );
        expect(read).toMatchObject({
          version: localTerms.compatibility.claimed,
          upgradeTime: localTerms.compatibility.upgradeTime,
          trackedSubnets: fields.trackedSubnets,
          supportedAcps: fields.supportedAcps,
          objectedAcps: fields.objectedAcps,
          signedIp: { address: own.address, timestamp: now },
        });
      }),
      { numRuns: 30 },
    );
  });
});
