import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headBytesMax, OpenHead } from "../../../src/rpc/http/open-head.ts";

/** What node:http gets of chunks that arrive one after the other, before a head is complete and after. */
function feed(chunks: readonly Buffer[]): { before: Buffer[]; after: Buffer[] } {
  const head = new OpenHead();
  const pieces = { before: [] as Buffer[], after: [] as Buffer[] };
  let fed = Buffer.alloc(0);
  let arrived = Buffer.alloc(0);
  for (const chunk of chunks) {
    arrived = Buffer.concat([arrived, chunk]);
    for (let length = 1; arrived.length > 0 && length > 0; ) {
      length = head.nextBytes(arrived);
      const piece = arrived.subarray(0, length);
      arrived = arrived.subarray(length);
      if (length === 0) break;
      const wasOpen = !fed.includes("\r\n\r\n");
      fed = Buffer.concat([fed, piece]);
      const isOpen = wasOpen && !fed.includes("\r\n\r\n");
      pieces[wasOpen ? "before" : "after"].push(piece);
      head.note(piece, isOpen);
    }
  }
  return pieces;
}

const bytes = (...texts: string[]) => texts.map((text) => Buffer.from(text));
const start = "GET /a HTTP/1.1\r\nHost: x\r\n";
const long = `X: ${"y".repeat(10_000)}\r\n`;

describe("of a head, node:http gets", () => {
  it("a short one in one piece", () => {
    expect(feed(bytes(`${start}\r\n`)).before).toEqual(bytes(`${start}\r\n`));
  });

  it("a long one in one piece", () => {
    const whole = `${start}${long}\r\n`;
    expect(feed(bytes(whole)).before).toEqual(bytes(whole));
  });

  it("the first lines of an unfinished one, and the rest when it is complete", () => {
    const { before } = feed(bytes(`${start}X: y`, "yy", `\r\n${long}`, "\r", "\nbody"));
    expect(before).toEqual(bytes(start, `X: yyy\r\n${long}\r\n`));
  });

  it("the method of an unfinished first line", () => {
    expect(feed(bytes(`GET /${"y".repeat(2_000)}`)).before).toEqual(bytes("GET "));
  });

  it("empty lines before a method, which it then gets as otherwise", () => {
    const head = new OpenHead();
    for (const blank of ["\r\n", "\r", "\n"]) {
      const piece = Buffer.from(blank);
      expect(head.nextBytes(piece)).toBe(piece.length);
      head.note(piece, true);
    }
    expect(head.nextBytes(Buffer.from(`GET /${"y".repeat(2_000)}`))).toBe("GET ".length);
  });

  it("the beginning of what is not a method", () => {
    expect(feed(bytes("y".repeat(2_000))).before).toEqual(bytes("y".repeat(32)));
  });

  it("all of one that is too long", () => {
    const tooLong = `${start}X: ${"y".repeat(headBytesMax)}`;
    expect(Buffer.concat(feed(bytes(tooLong)).before).toString()).toBe(tooLong);
  });

  it("every byte of a complete one, in order, and no more than a piece beyond", () => {
    const line = fc.stringMatching(/^[a-z]{1,3}: [a-z\r\n]{0,40}$/);
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 60 }),
        fc.array(fc.nat(3_000), { maxLength: 20 }),
        fc.string({ maxLength: 40 }),
        (lines, cuts, body) => {
          const whole = Buffer.from(`${start}${lines.join("\r\n")}\r\n\r\n${body}`);
          const at = [
            0,
            ...cuts.map((cut) => cut % whole.length).sort((a, b) => a - b),
            whole.length,
          ];
          const chunks = at.slice(1).map((end, i) => whole.subarray(at[i], end));
          const { before } = feed(chunks.filter(({ length }) => length > 0));
          const fed = Buffer.concat(before);
          expect(whole.subarray(0, fed.length).equals(fed)).toBe(true);
          expect(fed.includes("\r\n\r\n")).toBe(true);
        },
      ),
    );
  });
});
