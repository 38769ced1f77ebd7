import type { JsonObject } from "../../../codegen/load/json.ts";
import type { EventChain } from "./event-chain.ts";
import { expectSame, type Listeners } from "./listeners.ts";
import type { Said } from "./listening-program.ts";
import { listenByHand } from "./wire.ts";

/** Enough for a node that starts again. */
const retries = 100;

/**
 * Compares history, then new blocks, while connections break and the node is killed. Returns the
 * events on the wire.
 */
export async function throughBreaks(chain: EventChain, listeners: Listeners): Promise<Said> {
  await chain.addValidator();
  for (let count = 0; count < 4; count++) await chain.transfer();
  const history = await chain.height();
  // Six transfers; the blocks with which the validator's time ends, and transfers up to the last block.
  const line = { events: { fromHeight: "0" }, retries, untilHeight: String(history + 6 + 5) };
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
  while ((await chain.height()) < Number(line.untilHeight)) await chain.transfer();
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

/** Whether the event belongs to a block. Other events are sent only as they happen. */
function isLasting(event: JsonObject): boolean {
  return event["type"] !== "transaction" || "height" in event;
}

/** The event; for `ready`, without the last block at the start of the stream. */
function anyTip(event: JsonObject): JsonObject {
  return event["type"] === "ready" ? { type: "ready", cursor: event["cursor"] ?? null } : event;
}
