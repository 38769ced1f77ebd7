import type { EventChain } from "./event-chain.ts";
import { expectSame, type Listeners } from "./listeners.ts";
import type { EventsLine, Said } from "./listening-program.ts";
import { listenByHand } from "./wire.ts";

/** Reverts a block and accepts another while all clients are subscribed. */
export async function throughRevert(chain: EventChain, listeners: Listeners): Promise<void> {
  const line: EventsLine = { events: { topics: ["block"] }, count: 4 };
  const what = "while a block is taken back";
  const wire = listenByHand(chain.node.url, line);
  const said = new Map(listeners.sound.map((own) => [own, own.program.ask(line)]));
  const untilCount = (count: number) =>
    listeners.each(what, (listener) => {
      const own = said.get(listener) as Said;
      return listener.program.until(() => own.end !== undefined || own.events.length >= count);
    });

  await untilCount(1);
  const { snapshotID } = await chain.dev<{ snapshotID: string }>("snapshot");
  await chain.transfer();
  await untilCount(2);
  await chain.dev("revert", { snapshotID });
  await chain.transfer();
  const expected = await wire;
  const types = expected.events.map(({ type }) => String(type)).join(" ");
  if (types !== "ready block reverted block") throw new Error(`the wire has ${types}`);
  await listeners.each(what, async (listener) => {
    const own = said.get(listener) as Said;
    await listener.program.until(() => own.end !== undefined);
    expectSame(own, expected);
  });
}
