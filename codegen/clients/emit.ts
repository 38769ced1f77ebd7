import { readEvents } from "../emit/events/document.ts";
import type { Output } from "../emit/writer.ts";
import type { Contract } from "../model.ts";
import { clientLanguages } from "./languages.ts";
import { ownModel } from "./own-model.ts";

/** Emits the generated files of every client: clients/<language>. */
export async function emitClients(contract: Contract, root: string): Promise<Output[]> {
  const events = readEvents(root);
  const model = ownModel(contract, events);
  const emitted = clientLanguages.map(async ({ name, emit }) => {
    const files = await emit(model, contract, events);
    return files.map(({ path, text }) => ({ path: `clients/${name}/${path}`, text }));
  });
  return (await Promise.all(emitted)).flat();
}
