import { emitClients } from "./clients/emit.ts";
import { clientLanguages } from "./clients/languages.ts";
import { emitSamples } from "./clients/samples.ts";
import { emitEventsReference } from "./emit/docs/events.ts";
import { emitMethodTable } from "./emit/docs/method-table.ts";
import { emitReference } from "./emit/docs/reference.ts";
import { emitEvents } from "./emit/events/types.ts";
import { emitRestOperations } from "./emit/rest/operations.ts";
import { emitRestReference } from "./emit/rest/reference.ts";
import { emitRestShapes } from "./emit/rest/shapes.ts";
import { emitRestTypes } from "./emit/rest/types.ts";
import { emitErrors } from "./emit/server/errors.ts";
import { emitHandlerStubs } from "./emit/server/handler-stubs.ts";
import { emitHandlers } from "./emit/server/handlers.ts";
import { emitLimits } from "./emit/server/limits.ts";
import { emitMethods } from "./emit/server/methods.ts";
import { emitParams } from "./emit/server/params.ts";
import { emitRuntime } from "./emit/server/runtime.ts";
import { emitShapes } from "./emit/server/shapes.ts";
import { emitTypes } from "./emit/server/types.ts";
import type { Output } from "./emit/writer.ts";
import { type Contract, ofClients } from "./model.ts";

/** Emits files from the contract. */
export type Emitter = {
  /** The only file, or the folder (ending in a slash), that it writes to. */
  readonly destination: string;
  readonly emit: (
    contract: Contract,
    root: string,
  ) => readonly Output[] | Promise<readonly Output[]>;
};

function forClients(emit: Emitter["emit"]): Emitter["emit"] {
  return (contract, root) => emit(ofClients(contract), root);
}

/** Every output. To add one, write its emitter and add a line. */
export const emitters: readonly Emitter[] = [
  { destination: "src/generated/types.ts", emit: emitTypes },
  { destination: "src/generated/params/", emit: emitParams },
  { destination: "src/generated/errors.ts", emit: emitErrors },
  { destination: "src/generated/limits.ts", emit: emitLimits },
  { destination: "src/generated/", emit: emitMethods },
  { destination: "src/generated/handlers.ts", emit: emitHandlers },
  { destination: "src/generated/", emit: emitRuntime },
  { destination: "src/generated/shapes/", emit: emitShapes },
  { destination: "src/generated/", emit: emitRestTypes },
  { destination: "src/generated/", emit: emitRestShapes },
  { destination: "src/generated/", emit: emitRestOperations },
  { destination: "clients/", emit: forClients(emitClients) },
  { destination: "clients/", emit: forClients(emitSamples) },
  { destination: "src/generated/", emit: emitEvents },
  { destination: "docs/reference/", emit: emitReference },
  { destination: "docs/reference/", emit: emitEventsReference },
  { destination: "docs/reference/", emit: emitMethodTable },
  { destination: "docs/reference/", emit: emitRestReference },
];

/** A folder of generated files. Any other file in it is an orphan. */
export type GeneratedPlace = {
  readonly folder: string;
  /** Which of its files, by their path in it; without, all. */
  readonly isGenerated?: (path: string) => boolean;
};

export const generatedPlaces: readonly GeneratedPlace[] = [
  { folder: "src/generated" },
  { folder: "docs/reference" },
  ...clientLanguages.map(({ name, isGenerated }) => ({ folder: `clients/${name}`, isGenerated })),
];

/** Files that you continue by hand: written only if they do not exist. */
export const stubEmitters = [{ destination: "src/handlers/", emit: emitHandlerStubs }] as const;
