import type { EventsDocument } from "../../emit/events/document.ts";
import type { ClientLanguage } from "../language.ts";
import type { ClientModel } from "../model.ts";
import { printDispatch } from "./dispatch.ts";
import { printErrors } from "./errors.ts";
import { printProfile } from "./methods.ts";
import { printRules } from "./rules.ts";
import { goFile } from "./source.ts";
import { printTypes } from "./types.ts";

/** clients/go: types, errors and methods, in the same package as the hand-written part. */
export const go: ClientLanguage = {
  name: "go",
  isGenerated: (path) => /(^|\/)gen_\w+\.go$/.test(path),
  emit: (model, _contract, events) => [
    { path: "gen_types.go", text: printTypes(model) },
    ...(events === undefined ? [] : [{ path: "gen_events.go", text: printEvents(model, events) }]),
    { path: "gen_errors.go", text: printErrors(model) },
    { path: "gen_rules.go", text: printRules(model) },
    ...model.profiles.map((profile) => ({
      path: `gen_${profile.name}.go`,
      text: printProfile(profile, model),
    })),
    { path: "conformance/gen_dispatch.go", text: printDispatch(model) },
  ],
};

function printEvents({ generated }: ClientModel, { address }: EventsDocument): string {
  return goFile(
    generated,
    [],
    `// eventsPath is the path of the event stream.\nconst eventsPath = ${JSON.stringify(address)}`,
  );
}
