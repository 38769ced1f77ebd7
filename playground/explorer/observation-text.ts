import type { JsonObject } from "../json/parse.ts";

/** `connected 99.87 % of 720.0 h, 34 ms, avalanchego/1.14.2` */
export function observationText(observed: JsonObject): string {
  const { version, reportedUptime } = observed;
  const watched = Number(observed["observedSeconds"]);
  const connected = Number(observed["connectedSeconds"]);
  return [
    watched > 0 &&
      `connected ${((100 * connected) / watched).toFixed(2)} % of ${(watched / 3600).toFixed(1)} h`,
    roundTripText(observed),
    typeof version === "string" && version,
    typeof reportedUptime === "string" && `upstreams report ${Number(reportedUptime)} %`,
  ]
    .filter((part) => part !== false && part !== "")
    .join(", ");
}

function roundTripText({ roundTripMicroseconds: micros }: JsonObject): string {
  return micros === undefined ? "" : `${(Number(micros) / 1000).toFixed(0)} ms`;
}
