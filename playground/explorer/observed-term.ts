import { isObject, type JsonObject } from "../json/parse.ts";
import { h, replaceIn } from "../view/element.ts";
import { cell, timeCell } from "./cells.ts";
import { askLedger, objectsOf } from "./ledger-list.ts";
import type { NodeReader } from "./node-reader.ts";
import { observationText } from "./observation-text.ts";
import { dataTable } from "./parts.ts";

/** A week. */
const shownHours = 168;

/** What the node that serves the page observed of a validator during a term, with its last hours on demand. */
export function observedCell(term: JsonObject, reader: NodeReader): HTMLElement {
  const { observed } = term;
  if (!isObject(observed)) return cell("–");
  const place = h("div", { "aria-live": "polite" });
  const show = h(
    "button",
    {
      class: "quiet",
      type: "button",
      click: () => void showHours(term, reader, place),
    },
    "Hours",
  );
  place.append(show);
  return h("td", {}, h("p", {}, observationText(observed)), place);
}

async function showHours(term: JsonObject, reader: NodeReader, place: HTMLElement): Promise<void> {
  replaceIn(place, "Loading …");
  const beganHeight = term["beganHeight"]!;
  try {
    const { periods } = await askLedger(reader, "getStakingPeriods", {
      // Each renewal of a validator is a term of its own.
      filter: { txID: term["txID"]!, fromHeight: beganHeight, toHeight: beganHeight },
      observedHours: { limit: shownHours },
      fields: ["observed"],
    });
    const [period] = objectsOf(periods);
    const observed = isObject(period?.["observed"]) ? period["observed"] : {};
    const hours = [...objectsOf(observed["hours"])].reverse();
    place.replaceChildren(dataTable("Observed hours", ["Hour", "Observed"], hours.map(hourRow)));
  } catch (error) {
    place.replaceChildren(error instanceof Error ? error.message : String(error));
  }
}

function hourRow(hour: JsonObject): HTMLElement {
  return h("tr", {}, timeCell(hour["time"]), cell(observationText(hour)));
}
