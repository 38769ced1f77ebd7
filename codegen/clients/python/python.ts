import type { EventsDocument } from "../../emit/events/document.ts";
import type { ClientLanguage } from "../language.ts";
import type { ClientModel } from "../model.ts";
import { printDispatch } from "./dispatch.ts";
import { printErrors } from "./errors.ts";
import { printAsyncProfile, printProfile } from "./methods.ts";
import { printRules } from "./rules.ts";
import { pythonFile } from "./source.ts";
import { printShapes, printTypes } from "./types.ts";

const dispatch = "conformance/generated_dispatch.py";
const folder = "src/couloir/_generated/";

/** clients/python: a package of generated modules, inside the hand-written package. */
export const python: ClientLanguage = {
  name: "python",
  isGenerated: (path) => (path.startsWith(folder) && path.endsWith(".py")) || path === dispatch,
  emit: (model, _contract, events) => [
    {
      path: `${folder}__init__.py`,
      text: `# @generated ${model.generated.from}. Do not edit.\n"""Types, errors and methods, generated from the OpenRPC documents."""\n`,
    },
    { path: `${folder}types.py`, text: printTypes(model) },
    { path: `${folder}shapes.py`, text: printShapes(model) },
    ...(events === undefined
      ? []
      : [{ path: `${folder}events.py`, text: printEvents(model, events) }]),
    { path: `${folder}errors.py`, text: printErrors(model) },
    { path: `${folder}rules.py`, text: printRules(model) },
    ...model.profiles.map((profile) => ({
      path: `${folder}${profile.name}.py`,
      text: printProfile(profile, model),
    })),
    ...model.profiles.map((profile) => ({
      path: `${folder}async_${profile.name}.py`,
      text: printAsyncProfile(profile, model),
    })),
    { path: dispatch, text: printDispatch(model) },
  ],
};

function printEvents({ generated }: ClientModel, { address }: EventsDocument): string {
  const path = `PATH: Final = ${JSON.stringify(address)}\n"""The path of the event stream."""`;
  return pythonFile(generated, "The event stream.", "from typing import Final", path);
}
