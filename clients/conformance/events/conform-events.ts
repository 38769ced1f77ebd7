import { ownModel } from "../../../codegen/clients/own-model.ts";
import { readEvents } from "../../../codegen/emit/events/document.ts";
import type { Contract } from "../../../codegen/model.ts";
import { NodeProcess } from "../../../test/e2e/node-process.ts";
import type { Language } from "../language.ts";
import { EventChain } from "./event-chain.ts";
import { expectSame, Listeners } from "./listeners.ts";
import type { EventsLine } from "./listening-program.ts";
import { serveSamples } from "./sample-stream.ts";
import { linesAbout } from "./still-chain.ts";
import { throughBreaks } from "./through-breaks.ts";
import { throughRevert } from "./through-revert.ts";
import { listenByHand } from "./wire.ts";
import { invalidEvent, serveWrong } from "./wrong-events.ts";

/**
 * Subscribes every client to a node's events, and checks that each returns every event on the wire
 * exactly once.
 */
export async function conformEvents(
  languages: readonly Language[],
  contract: Contract,
  root: string,
): Promise<boolean> {
  const chain = await EventChain.start();
  let url = () => chain.node.url;
  const listeners = await Listeners.start(languages, root, () => url());
  const off = await NodeProcess.start("--network-id=local", "--api-events-enabled=false");
  const model = ownModel(contract, readEvents(root));
  const samples = await serveSamples(model);
  const wrong = await serveWrong(model);
  try {
    const all = await throughBreaks(chain, listeners);
    for (const [what, line] of await linesAbout(chain, all)) {
      const wire = await listenByHand(url(), line);
      await listeners.each(what, async ({ program }) =>
        expectSame(await program.saidTo(line), wire),
      );
    }
    await throughRevert(chain, listeners);
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
    url = () => wrong.url;
    listeners.moveOn();
    await listeners.each("events of wrong types", async ({ program }) => {
      for (const [index, data] of wrong.data.entries()) {
        const said = await program.saidTo({ events: { after: String(index) }, count: 1 });
        expectSame(said, invalidEvent, data);
      }
    });
    for (const { name, proxy } of listeners.sound) {
      const through = `${all.events.length} events, ${proxy.broken} broken connections, a killed node`;
      const more = `a block taken back, filters, mistakes, ${wrong.data.length} events of wrong types`;
      process.stdout.write(`${name}: ${through}, ${more}: the same as the wire\n`);
    }
    return listeners.areSound;
  } finally {
    await listeners.close();
    await samples.close();
    await wrong.close();
    await off.discard();
    await chain.node.discard();
  }
}
