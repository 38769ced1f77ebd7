import { header } from "../../emit/writer.ts";
import type { ClientLanguage } from "../language.ts";
import { printDispatch } from "./dispatch.ts";
import { printErrors } from "./errors.ts";
import { printProfile } from "./methods.ts";
import { printTypes } from "./types.ts";

const dispatch = "conformance/generated_dispatch.py";
const folder = "src/couloir/_generated/";

/** clients/python: a package of generated modules inside the hand-written one. */
export const python: ClientLanguage = {
  name: "python",
  isGenerated: (path) => (path.startsWith(folder) && path.endsWith(".py")) || path === dispatch,
  emit: (model) => [
    {
      path: `${folder}__init__.py`,
      text: `${header("openrpc/*.json").replace("//", "#")}"""What the documents say."""\n`,
    },
    { path: `${folder}types.py`, text: printTypes(model) },
    { path: `${folder}errors.py`, text: printErrors(model) },
    ...model.profiles.map((profile) => ({
      path: `${folder}${profile.name}.py`,
      text: printProfile(profile, model),
    })),
    { path: dispatch, text: printDispatch(model) },
  ],
};
