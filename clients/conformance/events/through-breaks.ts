import type { JsonObject } from "../../../codegen/load/json.ts";
import type { EventChain } from "./event-chain.ts";
import { expectSame, type Listeners } from "./listeners.ts";
import type { Said } from "./listening-program.ts";
import { listenByHand } from "./wire.ts";

/** Enough for a node that starts again. */
const retries = 100;

/** History, then blocks as they come, while connections break and the node is killed. Answers what the wire has. */
export async function throughBreaks(chain: EventChain, listeners: Listeners): Promise<Said> {
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
