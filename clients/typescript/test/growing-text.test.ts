import { expect, test } from "vitest";
import { GrowingText } from "../src/growing-text.ts";

test("a text keeps the order of its pieces, and is empty once it is taken", () => {
  const text = new GrowingText();
  const pieces = Array.from({ length: 3_000 }, (_, index) => `${index},`);
  for (let round = 0; round < 2; round++) {
    for (const piece of pieces) {
      text.add(piece);
      text.add("");
    }
    expect(text.length).toBe(pieces.join("").length);
    expect(text.take()).toBe(pieces.join(""));
    expect(text.length).toBe(0);
    expect(text.take()).toBe("");
  }
});
