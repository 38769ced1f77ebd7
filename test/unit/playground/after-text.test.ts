import { expect, test } from "vitest";
import { afterText } from "../../../playground/explorer/amount.ts";

test("the summary of a balance says whether there are older changes", () => {
  expect(afterText(1024, "transaction", undefined)).toBe("after 1,024 transactions");
  expect(afterText(1024, "transaction", "cursor")).toBe("after the newest 1,024 transactions");
  expect(afterText(1, "change", undefined)).toBe("after 1 change");
});
