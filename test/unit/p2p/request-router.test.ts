import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { emptyId } from "../../../src/formats/bytes.ts";
import { MessageSchema } from "../../../src/p2p/generated/p2p_pb.ts";
import { RequestRouter } from "../../../src/p2p/request-router.ts";
import type { Body, OutboundBody } from "../../../src/p2p/wire/messages.ts";
import { ManualEnvironment } from "../../support/p2p/manual-environment.ts";

const [alice, bob] = [new Uint8Array(20).fill(1), new Uint8Array(20).fill(2)];
const received = (body: OutboundBody) => create(MessageSchema, { body }).body as Body;
const put = (requestId: number, chainId = emptyId) =>
  received({ case: "put", value: { chainId, requestId } });

test("a reply belongs to one node, chain, number and kind of request", async () => {
  const router = new RequestRouter(new ManualEnvironment());
  const reply = router.expect(alice, emptyId, 4, "put", 1_000);
  const otherKind = received({ case: "chits", value: { chainId: emptyId, requestId: 4 } });
  expect(router.settle(bob, put(4))).toBe(false);
  expect(router.settle(alice, put(5))).toBe(false);
  expect(router.settle(alice, put(4, new Uint8Array(32).fill(1)))).toBe(false);
  expect(router.settle(alice, otherKind)).toBe(false);
  expect(router.settle(alice, put(4))).toBe(true);
  expect(router.settle(alice, put(4))).toBe(false);
  expect((await reply).requestId).toBe(4);
});

test("a late reply is dropped", async () => {
  const environment = new ManualEnvironment();
  const router = new RequestRouter(environment);
  const reply = router.expect(alice, emptyId, 4, "put", 1_000);
  environment.advance(1_000);
  await expect(reply).rejects.toMatchObject({ failure: "timed out" });
  expect(router.settle(alice, put(4))).toBe(false);
});

test("AppRequests have odd numbers, other requests even ones, never one twice", () => {
  const router = new RequestRouter(new ManualEnvironment());
  const ids = Array.from({ length: 10 }, (_, at) => router.nextID(at % 2 === 1));
  expect(ids.map((id) => id % 2)).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
  expect(new Set(ids).size).toBe(10);
});
