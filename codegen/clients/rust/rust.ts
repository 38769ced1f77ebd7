import type { EventsDocument } from "../../emit/events/document.ts";
import { header } from "../../emit/writer.ts";
import type { ClientLanguage } from "../language.ts";
import { rustQuoted } from "../literals.ts";
import type { ClientModel, Struct } from "../model.ts";
import { printProfile, printSetters } from "./apis.ts";
import { printDefinitions } from "./definitions.ts";
import { printDispatch } from "./dispatch.ts";
import { printErrors } from "./errors.ts";

const folder = "src/generated/";
const calls = "examples/conformance/calls.rs";

/** clients/rust: types, errors, the APIs of each profile, and the dispatch table of the conformance program. */
export const rust: ClientLanguage = {
  name: "rust",
  isGenerated: (path) => path.startsWith(folder) || path === calls,
  emit: (model, _contract, events) => [
    { path: `${folder}mod.rs`, text: printModules(model, events) },
    { path: `${folder}types.rs`, text: printDefinitions(model) },
    { path: `${folder}errors.rs`, text: printErrors(model.errors) },
    { path: `${folder}rules.rs`, text: printRules(model) },
    { path: `${folder}setters.rs`, text: printSetters(paramsOf(model), model.types) },
    ...model.profiles.map((profile, index) => ({
      path: `${folder}${profile.name}.rs`,
      text: printProfile(profile, index === 0, model.types),
    })),
    { path: calls, text: printDispatch(model) },
  ],
};

/** Prints what the params of each method accept, as JSON. */
export function printRules({ rules }: ClientModel): string {
  return `${header("openrpc/*.json")}/// What the params of each method accept, as JSON.
pub(crate) const RULES: &str = ${rustQuoted(JSON.stringify(rules))};
`;
}

function printModules({ profiles }: ClientModel, events: EventsDocument | undefined): string {
  const modules = profiles.map(({ name }) => `pub mod ${name};\n`);
  return `${header("openrpc/*.json")}#![allow(clippy::large_enum_variant, clippy::too_many_arguments)]

pub(crate) mod errors;
pub(crate) mod rules;
mod setters;
${modules.join("")}pub mod types;
${events === undefined ? "" : printEventsPath(events)}`;
}

function printEventsPath({ address }: EventsDocument): string {
  return `\n/// The path of the event stream.\npub(crate) const EVENTS_PATH: &str = ${JSON.stringify(address)};\n`;
}

/** The params of every method, each once. */
function paramsOf({ types, profiles }: ClientModel): Struct[] {
  const methods = profiles.flatMap(({ apis }) => apis).flatMap((api) => api.methods);
  const names = new Set(methods.map(({ params }) => params?.name));
  const structs = [...types.values()].filter((def) => def.kind === "struct");
  return structs.filter(({ name }) => names.has(name));
}
