import { describe, expect, test } from "vitest";
import { serveChain } from "../../../src/follow/chain-server.ts";
import type { OwnContainers } from "../../../src/follow/own-containers.ts";
import { equalBytes, type Id } from "../../../src/formats/bytes.ts";
import { makeChain, nodeID } from "./network.ts";

const chain = makeChain(3_000);
const last = chain.at(-1)!;
const from = nodeID(1);
const unknown = new Uint8Array(32).fill(7);

const slept = { ms: 0 };

/** Serves `chain`; `size` pads containers, `readMs` is how long reading one takes. */
function server({ size = 0, readMs = 0, isBootstrapped = true } = {}) {
  let now = 0;
  const containers: Pick<OwnContainers, "lastHeight" | "lastID" | "idAt" | "bytesAt" | "heightOf"> =
    {
      lastHeight: () => last.height,
      lastID: () => last.id,
      idAt: (height) => chain[Number(height)]?.id,
      bytesAt: (height) => {
        now += readMs;
        const bytes = chain[Number(height)]?.bytes;
        return size === 0 ? bytes : bytes && new Uint8Array(size);
      },
      heightOf: (id: Id) => chain.find((one) => equalBytes(one.id, id))?.height,
    };
  return serveChain({
    containers: containers as OwnContainers,
    isBootstrapped: () => isBootstrapped,
    nowMillis: () => now,
    sleep: async (delayMs) => {
      now += delayMs;
      slept.ms += delayMs;
    },
  });
}

describe("the server of a chain", () => {
  test("names the last accepted container, and those that it accepted", async () => {
    const handler = server();
    expect(handler.acceptedFrontier!(from)).toEqual(last.id);
    const asked = [unknown, chain[7]!.id, chain[0]!.id];
    expect(await handler.accepted!(asked, from)).toEqual([chain[7]!.id, chain[0]!.id]);
  });

  test("sends ancestors downwards to the genesis block", async () => {
    const sent = await server().ancestors!(chain[5]!.id, from);
    expect(sent).toEqual([5, 4, 3, 2, 1, 0].map((height) => chain[height]!.bytes));
  });

  test("sends no ancestors of an unknown container, and no such container", async () => {
    expect(await server().ancestors!(unknown, from)).toEqual([]);
    expect(server().container!(unknown, from)).toBeUndefined();
    expect(server().container!(chain[9]!.id, from)).toEqual(chain[9]!.bytes);
  });

  test.each([
    ["2,000 containers", {}, 2_000],
    ["1,677,721 bytes with their lengths", { size: 16_773 }, 100],
    ["one container, however large", { size: 2_000_000 }, 1],
    ["50 ms of reading", { readMs: 10 }, 5],
  ])("sends at most %s", async (_, options, count) => {
    expect(await server(options).ancestors!(last.id, from)).toHaveLength(count);
  });

  test("reads for one peer a tenth of the time, after a burst", async () => {
    const { ancestors } = server({ readMs: 10 });
    slept.ms = 0;
    for (let count = 0; count < 17; count++) await ancestors!(last.id, from);
    expect(slept.ms).toBe(0);
    for (let count = 0; count < 20; count++) await ancestors!(last.id, from);
    expect(slept.ms).toBeGreaterThan(9_000);
    slept.ms = 0;
    await ancestors!(last.id, nodeID(2));
    expect(slept.ms).toBe(0);
  });

  test("votes for what it accepted only, at the height it is asked for", () => {
    const vote = (requestedHeight: bigint) =>
      server().chits!({ container: { id: unknown }, requestedHeight }, from);
    const accepted = {
      preferredID: last.id,
      acceptedID: last.id,
      acceptedHeight: last.height,
    };
    expect(vote(12n)).toEqual({ ...accepted, preferredIDAtHeight: chain[12]!.id });
    expect(vote(9_999n)).toEqual({ ...accepted, preferredIDAtHeight: last.id });
  });

  test("has no vote while it bootstraps", () => {
    const { chits } = server({ isBootstrapped: false });
    expect(chits!({ container: { id: unknown }, requestedHeight: 1n }, from)).toBeUndefined();
  });
});
