import type { EventsDocument } from "../../emit/events/document.ts";
import { clientHeader } from "../../emit/writer.ts";
import { rustQuoted } from "../literals.ts";
import type { ClientModel } from "../model.ts";

/** Prints what the params of each method accept, as JSON. */
export function printRules({ generated, rules }: ClientModel): string {
  return `${clientHeader(generated)}/// What the params of each method accept, as JSON.
pub(crate) const RULES: &str = ${rustQuoted(JSON.stringify(rules))};
`;
}

export function printModules(
  { generated, profiles, subscriptions }: ClientModel,
  events?: EventsDocument,
): string {
  const modules = profiles.map(({ name }) => `pub mod ${name};\n`);
  return `${clientHeader(generated)}#![allow(clippy::large_enum_variant, clippy::too_many_arguments)]

pub(crate) mod errors;
pub(crate) mod rules;
mod setters;
${modules.join("")}${subscriptions.length === 0 ? "" : "pub mod subscriptions;\n"}pub mod types;
${events === undefined ? "" : printEventsPath(events)}`;
}

function printEventsPath({ address }: EventsDocument): string {
  return `\n/// The path of the event stream.\n#[cfg(feature = "events")]\npub(crate) const EVENTS_PATH: &str = ${JSON.stringify(address)};\n`;
}
