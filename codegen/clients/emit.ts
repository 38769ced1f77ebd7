import { readEvents } from "../emit/events/document.ts";
import type { Output } from "../emit/writer.ts";
import type { Contract } from "../model.ts";
import { buildClientModel } from "./build-model.ts";
import { runGenerator } from "./generator.ts";
import { clientLanguages } from "./languages.ts";

/** clients/<language>: what is generated of every client. */
export async function emitClients(contract: Contract, root: string): Promise<Output[]> {
  const events = readEvents(root);
  const model = buildClientModel(contract, events);
  const made = clientLanguages.map(async ({ name, emit }) => ({
    language: name,
    files: await emit(model, contract, events),
  }));
  const outputs = await runGenerator(await Promise.all(made), contract);
  return outputs.map(({ path, text }) => ({ path: `clients/${path}`, text }));
}
