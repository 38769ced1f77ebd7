import { expect, it } from "vitest";
import { observationText } from "../../../playground/explorer/observation-text.ts";

it("says for how long the node watched, and what it saw", () => {
  expect(
    observationText({
      observedSeconds: "7200",
      connectedSeconds: "5400",
      roundTripMicroseconds: "34499",
      version: "avalanchego/1.14.2",
    }),
  ).toBe("connected 75.00 % of 2.0 h, 34 ms, avalanchego/1.14.2");
  expect(
    observationText({ observedSeconds: "0", connectedSeconds: "0", reportedUptime: "99.0000" }),
  ).toBe("upstreams report 99 %");
});
