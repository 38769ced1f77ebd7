import type { EventsDocument } from "../../emit/events/document.ts";
import { header } from "../../emit/writer.ts";
import type { ClientLanguage } from "../language.ts";
import { printDispatch } from "./dispatch.ts";
import { printErrors } from "./errors.ts";
import { printProfile } from "./methods.ts";
import { pythonFile } from "./source.ts";
import { printTypes } from "./types.ts";

const dispatch = "conformance/generated_dispatch.py";
const folder = "src/couloir/_generated/";

/** clients/python: a package of generated modules, inside the hand-written package. */
export const python: ClientLanguage = {
  name: "python",
  isGenerated: (path) => (path.startsWith(folder) && path.endsWith(".py")) || path === dispatch,
  emit: (model, _contract, events) => [
    {
      path: `${folder}__init__.py`,
      text: `${header("openrpc/*.json").replace("//", "#")}"""Types, errors and methods, generated from the OpenRPC documents."""\n`,
    },
    { path: `${folder}types.py`, text: printTypes(model) },
    ...(events === undefined ? [] : [{ path: `${folder}events.py`, text: printEvents(events) }]),
    { path: `${folder}errors.py`, text: printErrors(model) },
    ...model.profiles.map((profile) => ({
      path: `${folder}${profile.name}.py`,
      text: printProfile(profile, model),
    })),
    { path: dispatch, text: printDispatch(model) },
  ],
};

function printEvents({ address }: EventsDocument): string {
  const path = `PATH: Final = ${JSON.stringify(address)}\n"""The path of the event stream."""`;
  return pythonFile("The event stream.", "from typing import Final", path);
}
