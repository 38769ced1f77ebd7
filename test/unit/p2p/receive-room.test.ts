import { expect, test } from "vitest";
import { ReceiveRoom } from "../../../src/p2p/receive-room.ts";
import { Traffic } from "../../../src/p2p/traffic.ts";

function connection(room: ReceiveRoom<string>, name: string) {
  let isPaused = false;
  const flow = {
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
    },
  };
  return { hold: (bytes: number) => room.hold(name, bytes, flow), isPaused: () => isPaused };
}

test("incoming frames share their room, and a connection beyond it waits", () => {
  const room = new ReceiveRoom<string>(100);
  const [a, b, c] = ["a", "b", "c"].map((name) => connection(room, name));
  a!.hold(200);
  expect(a!.isPaused()).toBe(false);
  b!.hold(10);
  expect([a!.isPaused(), b!.isPaused()]).toEqual([false, true]);
  c!.hold(10);
  expect(c!.isPaused()).toBe(true);
  a!.hold(0);
  expect([b!.isPaused(), c!.isPaused()]).toEqual([false, false]);
});

test("a connection that ends while it waits leaves the room to the others", () => {
  const room = new ReceiveRoom<string>(100);
  const [a, b] = ["a", "b"].map((name) => connection(room, name));
  a!.hold(60);
  b!.hold(60);
  expect(b!.isPaused()).toBe(true);
  b!.hold(0);
  b!.hold(30);
  expect(b!.isPaused()).toBe(false);
});

test("the share of messages that could not be sent forgets with a half-life of ten seconds", () => {
  let now = 0;
  const traffic = new Traffic(() => now);
  expect(traffic.sendFailRate).toBe(0);
  traffic.countDropped("ping");
  expect(traffic.sendFailRate).toBe(0.5);
  now = 10_000;
  traffic.countSent("ping", 10);
  // Half of one failure, of half of two and one message.
  expect(traffic.sendFailRate).toBe(0.25);
  expect(traffic.sent.get("ping")).toMatchObject({ messages: 1, bytes: 10 });
  expect(traffic.dropped.get("ping")).toBe(1);
});
