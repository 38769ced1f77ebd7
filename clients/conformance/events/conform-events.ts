import { buildClientModel } from "../../../codegen/clients/build-model.ts";
import { readEvents } from "../../../codegen/emit/events/document.ts";
import type { JsonObject } from "../../../codegen/load/json.ts";
import type { Contract } from "../../../codegen/model.ts";
import { NodeProcess } from "../../../test/e2e/node-process.ts";
import type { Language } from "../language.ts";
import { EventChain, primaryNetworkID } from "./event-chain.ts";
import { expectSame, Listeners } from "./listeners.ts";
import type { EventsLine, Said } from "./listening-program.ts";
import { serveSamples } from "./sample-stream.ts";
import { listenByHand } from "./wire.ts";

/** Enough for a node that starts again. */
const retries = 100;

/** Lets every client listen to a node, and tells whether all hand out what the wire carries, each event once. */
export async function conformEvents(
  languages: readonly Language[],
  contract: Contract,
  root: string,
): Promise<boolean> {
  const chain = await EventChain.start();
  let url = () => chain.node.url;
  const listeners = await Listeners.start(languages, root, () => url());
  const off = await NodeProcess.start("--network-id=local", "--api-events-enabled=false");
  const samples = await serveSamples(buildClientModel(contract, readEvents(root)));
  try {
    const all = await throughBreaks(chain, listeners);
    for (const [what, line] of await linesAbout(chain, all)) {
      const wire = await listenByHand(url(), line);
      await listeners.each(what, async ({ program }) =>
        expectSame(await program.saidTo(line), wire),
      );
    }
    url = () => off.url;
    listeners.moveOn();
    const line: EventsLine = { events: {}, count: 1 };
    const wire = await listenByHand(off.url, line);
    await listeners.each("off", async ({ program }) =>
      expectSame(await program.saidTo(line), wire),
    );
    url = () => samples.url;
    listeners.moveOn();
    const count = samples.expected.events.length;
    await listeners.each("values made from the types", async ({ program }) =>
      expectSame(await program.saidTo({ events: {}, count }), samples.expected),
    );
    for (const { name, proxy } of listeners.sound) {
      const breaks = `${proxy.broken} broken connections, a killed node`;
      process.stdout.write(
        `${name}: ${all.events.length} events, ${breaks}: the same as the wire\n`,
      );
    }
    return listeners.areSound;
  } finally {
    await listeners.close();
    await samples.close();
    await off.discard();
    await chain.node.discard();
  }
}

/** History, then blocks as they come, while connections break and the node is killed. Answers what the wire has. */
async function throughBreaks(chain: EventChain, listeners: Listeners): Promise<Said> {
  await chain.addValidator();
  for (let count = 0; count < 4; count++) await chain.transfer();
  const history = await chain.height();
  // Six transfers; a proposal and its decision.
  const line = { events: { fromHeight: "0" }, retries, untilHeight: String(history + 6 + 2) };
  const what = "through broken connections and a killed node";
  const said = new Map(listeners.sound.map((own) => [own, own.program.ask(line)]));
  const untilHeight = (height: number) =>
    listeners.each(what, (listener) => {
      const own = said.get(listener) as Said;
      const reaches = (event: JsonObject) => Number(event["height"]) >= height;
      return listener.program.until(() => own.end !== undefined || own.events.some(reaches));
    });

  await untilHeight(1);
  for (let count = 0; count < 3; count++) await chain.transfer();
  await untilHeight(history + 1);
  await chain.node.stop("SIGKILL");
  await chain.node.start();
  for (let count = 0; count < 3; count++) await chain.transfer();
  await chain.endValidator();
  const height = await chain.height();
  if (String(height) !== line.untilHeight) throw new Error(`the chain has ${height} blocks`);

  const wire = await listenByHand(chain.node.url, line);
  await listeners.each(what, async (listener) => {
    const own = said.get(listener) as Said;
    await listener.program.until(() => own.end !== undefined);
    expectSame(
      { ...own, events: own.events.filter(isLasting).map(anyTip) },
      { ...wire, events: wire.events.map(anyTip) },
    );
  });
  return wire;
}

/** Whether a block holds it: the rest is told only to those who listen while it happens. */
function isLasting(event: JsonObject): boolean {
  return event["type"] !== "transaction" || "height" in event;
}

/** The event; of a `ready`, nothing of the block that was the last when the stream began. */
function anyTip(event: JsonObject): JsonObject {
  return event["type"] === "ready" ? { type: "ready", cursor: event["cursor"] ?? null } : event;
}

/** Queries of a chain that stands still. */
async function linesAbout(chain: EventChain, { events }: Said): Promise<[string, EventsLine][]> {
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
