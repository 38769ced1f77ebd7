import type { ClientLanguage } from "../language.ts";
import { printDispatch } from "./dispatch.ts";
import { printSources } from "./sources.ts";

/** clients/java: a class for each type and API, and the dispatch table of the conformance program. */
export const java: ClientLanguage = {
  name: "java",
  isGenerated: (path) => path.startsWith("src/generated/"),
  emit: (model, _contract, events) => [...printSources(model, events), printDispatch(model)],
};
