import type { ClientLanguage } from "../language.ts";
import { printProfile, printSetters } from "./apis.ts";
import { printDefinitions } from "./definitions.ts";
import { printDispatch } from "./dispatch.ts";
import { printErrors } from "./errors.ts";
import { printModules, printRules } from "./modules.ts";

const folder = "src/generated/";
const calls = "examples/conformance/calls.rs";

/** clients/rust: types, errors, the APIs of each profile, and the dispatch table of the conformance program. */
export const rust: ClientLanguage = {
  name: "rust",
  isGenerated: (path) => path.startsWith(folder) || path === calls,
  emit: (model, _contract, events) => [
    { path: `${folder}mod.rs`, text: printModules(model, events) },
    { path: `${folder}types.rs`, text: printDefinitions(model) },
    { path: `${folder}errors.rs`, text: printErrors(model) },
    { path: `${folder}rules.rs`, text: printRules(model) },
    { path: `${folder}setters.rs`, text: printSetters(model) },
    ...model.profiles.map((profile) => ({
      path: `${folder}${profile.name}.rs`,
      text: printProfile(profile, model),
    })),
    { path: calls, text: printDispatch(model) },
  ],
};
