import type { EventsDocument } from "../../emit/events/document.ts";
import { clientHeader } from "../../emit/writer.ts";
import type { ClientLanguage } from "../language.ts";
import { rustQuoted } from "../literals.ts";
import type { ClientModel } from "../model.ts";
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
    { path: `${folder}errors.rs`, text: printErrors(model) },
    { path: `${folder}rules.rs`, text: printRules(model) },
    { path: `${folder}setters.rs`, text: printSetters(model) },
    ...model.profiles.map((profile, index) => ({
      path: `${folder}${profile.name}.rs`,
      text: printProfile(profile, index === 0, model),
    })),
    { path: calls, text: printDispatch(model) },
  ],
};

/** Prints what the params of each method accept, as JSON. */
export function printRules({ generated, rules }: ClientModel): string {
  return `${clientHeader(generated)}/// What the params of each method accept, as JSON.
pub(crate) const RULES: &str = ${rustQuoted(JSON.stringify(rules))};
`;
}

export function printModules(
  { generated, profiles }: ClientModel,
  events?: EventsDocument,
): string {
  const modules = profiles.map(({ name }) => `pub mod ${name};\n`);
  return `${clientHeader(generated)}#![allow(clippy::large_enum_variant, clippy::too_many_arguments)]

pub(crate) mod errors;
pub(crate) mod rules;
mod setters;
${modules.join("")}pub mod types;
${events === undefined ? "" : printEventsPath(events)}`;
}

function printEventsPath({ address }: EventsDocument): string {
  return `\n/// The path of the event stream.\n#[cfg(feature = "events")]\npub(crate) const EVENTS_PATH: &str = ${JSON.stringify(address)};\n`;
}
