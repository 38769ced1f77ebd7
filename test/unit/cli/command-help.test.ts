import { expect, test } from "vitest";
import { usage } from "../../../codegen/foreign/main.ts";
import { commandHelp } from "../../../src/cli/command-help.ts";
import { readingTypes } from "../../../src/decoding/reading.ts";

test("the help of contract names every option of the contract tools", () => {
  const options = new Set(Array.from(usage.matchAll(/--[a-z-]+/g), ([name]) => name));
  const named = Object.keys(commandHelp.contract.flags ?? {}).map((flag) => flag.split(" ")[0]);
  expect([...named, "--help"].sort()).toEqual([...options].sort());
});

test("the help of decode names every type", () => {
  const [, list = ""] = /decoded value: (.*?)\. INPUT/.exec(commandHelp.decode.text) ?? [];
  expect(list.split(/, | or /)).toEqual([...readingTypes]);
});
