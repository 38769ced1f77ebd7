import { type EventChain, primaryNetworkID } from "./event-chain.ts";
import type { EventsLine, Said } from "./listening-program.ts";

/** Queries on a chain that does not change. */
export async function linesAbout(
  chain: EventChain,
  { events }: Said,
): Promise<[string, EventsLine][]> {
  const ofType = (type: string) => events.filter((event) => event["type"] === type);
  const txID = String(ofType("transaction")[2]?.["txID"]);
  const cursor = String(events[Math.floor(events.length / 2)]?.["cursor"]);
  const untilHeight = String(await chain.height());
  const lost = await chain.lostCursor();
  const subnetID = primaryNetworkID;
  const count = ofType("validator").length + 1;
  const nowhere = "2L7YKnjjxmuaCE76F8PZNTEkJwokQMbWtXsXLAMp5EF68Ur3uQ";
  return [
    ["from now on", { events: {}, count: 1 }],
    ["validators", { events: { topics: ["validator"], subnetID, fromHeight: "0" }, count }],
    ["one transaction", { events: { topics: ["transaction"], txID, fromHeight: "0" }, count: 2 }],
    ["another subnet", { events: { subnetID: nowhere, fromHeight: "0" }, untilHeight }],
    [
      "behind a cursor",
      { events: { topics: ["block", "transaction"], after: cursor }, untilHeight },
    ],
    ["behind a block that was taken back", { events: { after: lost }, count: 2 }],
    ["a mistaken cursor", { events: { after: "1.2" } }],
    ["a mistaken subnet", { events: { subnetID: "1" } }],
    ["a mistaken transaction", { events: { txID: "x" } }],
    ["two places to begin", { events: { after: cursor, fromHeight: "1" } }],
    ["a height beyond the chain", { events: { fromHeight: "18446744073709551615" } }],
  ];
}
