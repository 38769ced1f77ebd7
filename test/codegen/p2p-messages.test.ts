import { expect, test } from "vitest";
import { committedMessages, generateMessages } from "../../scripts/codegen-p2p.ts";

test("the generated messages of the peer protocol are current", () => {
  expect(generateMessages()).toBe(committedMessages());
});
