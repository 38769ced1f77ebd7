import { expect, test } from "vitest";
import { TransportError } from "../src/errors.ts";
import { MessageReader } from "../src/server-sent-events.ts";

const text = [
  "retry: 1000\n\n: alive\n\n",
  'id: 1.0.a\nevent: block\ndata: {"a":1}\n\n',
  "id:2.0.b\r\ndata: two\r\ndata:  lines\r\n\r\n",
  "data\rid: 3.0.c\rdata\r\r",
  "id: 4.0.d\n\nunknown: field\ndata: the ID stays\n\n",
  "id: 5.0.e\0\ndata: an ID with a null is none\n\n",
  "id: 5.0.e\ndata: has no end\n",
].join("");

const messages = [
  { id: "1.0.a", data: '{"a":1}' },
  { id: "2.0.b", data: "two\n lines" },
  { id: "3.0.c", data: "\n" },
  { id: "4.0.d", data: "the ID stays" },
  { id: "4.0.d", data: "an ID with a null is none" },
];

test("messages are taken out of whatever pieces their text comes in", () => {
  for (let size = 1; size <= text.length; size++) {
    const reader = new MessageReader();
    const read = [];
    for (let at = 0; at < text.length; at += size)
      read.push(...reader.read(text.slice(at, at + size)));
    expect(read, `pieces of ${size}`).toEqual(messages);
  }
});

test("an event without end is an error", () => {
  const piece = "x".repeat(2 ** 20);
  for (const start of ["data: ", ""]) {
    const reader = new MessageReader();
    reader.read(start);
    expect(() => {
      for (let i = 0; i < 65; i++) reader.read(start === "" ? `data: ${piece}\n` : piece);
    }).toThrow(TransportError);
  }
});

const lengthMax = 64 * 1024 * 1024;

/** How often this piece is read before the error. */
function timesRead(piece: string, reader = new MessageReader()): number {
  for (let times = 0; times < lengthMax / piece.length + 2; times++) {
    try {
      reader.read(piece);
    } catch (error) {
      expect(error).toBeInstanceOf(TransportError);
      return times;
    }
  }
  return Number.POSITIVE_INFINITY;
}

// Copying the line for each piece takes 20 seconds.
test("a line without end is an error in linear time, exactly at the limit", () => {
  expect(timesRead("x".repeat(65_536))).toBe(lengthMax / 65_536);
}, 10_000);

test("lines without a value are limited by their names", () => {
  const reader = new MessageReader();
  reader.read(`data:${"x".repeat(lengthMax - 500_006)}\n`);
  expect(timesRead("data\n".repeat(1_000), reader)).toBe(100);
});

test("a message ends with its last carriage return", () => {
  const reader = new MessageReader();
  expect(reader.read("id: 1\rdata: a\r\r")).toEqual([{ id: "1", data: "a" }]);
  expect(reader.read("\n")).toEqual([]);
  expect(reader.read("data: b\n\n")).toEqual([{ id: "1", data: "b" }]);
});
