import { expect, it } from "vitest";
import { killFilling } from "../../../support/filling/kill-filling.ts";

it("loses and doubles no row when the process is killed", async () => {
  const completions = await killFilling(
    "etna",
    3,
    ({ found, expected }) => expect(found).toEqual(expected),
    400,
  );
  expect(completions).toBeGreaterThan(0);
});
