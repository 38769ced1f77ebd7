import { expect, expectTypeOf, test } from "vitest";
import type {
  Block,
  CurrentPartialValidator,
  CurrentWholeValidator,
  HexBytes,
} from "../src/generated/types.ts";
import { createClient } from "../src/index.ts";
import { fakeNode, result } from "./node.ts";

const blockID = "11111111111111111111111111111111LpoYY";

test("the type of a result follows from the encoding that the params ask for", async () => {
  const node = fakeNode({
    "platform.getBlock": () => result('{"block":"0x00","encoding":"hex"}'),
  });
  const { platform } = createClient("http://node", { fetch: node.fetch });
  const { block } = await platform.getBlock({ blockID });
  expectTypeOf(block).toEqualTypeOf<HexBytes>();
  expect(block).toBe("0x00");
  const hex = (await platform.getBlock({ blockID, encoding: "hex" })).block;
  expectTypeOf(hex).toEqualTypeOf<HexBytes>();
  const readJson = async () => (await platform.getBlock({ blockID, encoding: "json" })).block;
  expectTypeOf(readJson).returns.resolves.toEqualTypeOf<Block>();
  const read = async (encoding: "hex" | "json") =>
    (await platform.getBlock({ blockID, encoding })).block;
  expectTypeOf(read).returns.resolves.toEqualTypeOf<HexBytes | Block>();
  // @ts-expect-error: misspelt params do not compile.
  await platform.getBlock({ blockID, encodng: "json" });
});

test("without fields, validators are whole", async () => {
  const node = fakeNode({ "platform.getCurrentValidators": () => result('{"validators":[]}') });
  const { platform } = createClient("http://node", { fetch: node.fetch });
  const { validators } = await platform.getCurrentValidators();
  expectTypeOf(validators).toEqualTypeOf<readonly CurrentWholeValidator[]>();
  expect(validators).toEqual([]);
  const filtered = (await platform.getCurrentValidators({ nodeIDs: [] })).validators;
  expectTypeOf(filtered).toEqualTypeOf<readonly CurrentWholeValidator[]>();
  const readPart = async () =>
    (await platform.getCurrentValidators({ fields: ["nodeID"] })).validators;
  expectTypeOf(readPart).returns.resolves.toEqualTypeOf<readonly CurrentPartialValidator[]>();
});
