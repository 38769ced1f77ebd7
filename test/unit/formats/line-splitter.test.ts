import { expect, it } from "vitest";
import { LineSplitter } from "../../../src/formats/line-splitter.ts";

it("splits pieces at line feeds, wherever the pieces end", () => {
  const text = "one\n\ntwo\r\nthree";
  for (let length = 1; length <= text.length; length++) {
    const splitter = new LineSplitter();
    const lines: string[] = [];
    for (let at = 0; at < text.length; at += length) {
      lines.push(...splitter.add(text.slice(at, at + length)));
    }
    expect([...lines, splitter.rest]).toEqual(text.split("\n"));
  }
});
