import type { Additions } from "../contract/additions.ts";
import type { Contract } from "../contract/contract.ts";
import { usesOf } from "../contract/uses.ts";
import type { Settings } from "../settings.ts";
import { errorsSection, typesSection } from "./component-sections.ts";
import { documentSection } from "./document-section.ts";
import { h } from "./element.ts";
import { eventsSection } from "./events-section.ts";
import type { Filling } from "./filling.ts";
import { introduction } from "./introduction.ts";
import { restSection } from "./rest-section.ts";

/** All documents on one page; `filling` lists the empty sections. */
export function reference(
  contract: Contract,
  settings: Settings,
  filling: Filling,
  additions: Additions,
): HTMLElement {
  const uses = usesOf(contract);
  return h(
    "div",
    { class: "reference" },
    introduction(contract, settings, additions),
    ...contract.documents.map((document) => documentSection(document, contract, settings, filling)),
    contract.events !== undefined && eventsSection(contract.events, contract, settings, filling),
    ...contract.rest.map((rest) => restSection(rest, contract, settings, filling)),
    typesSection(contract, uses, filling),
    errorsSection(contract, uses, filling),
  );
}
