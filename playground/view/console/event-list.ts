import { formatJson, isObject, type Json, parseJson } from "../../json/parse.ts";
import { h } from "../element.ts";
import { jsonView } from "../json-view.ts";

// The maximum number of events kept; a stream from the first block can bring thousands per second.
const shownMax = 100;

/** The received events, newest first; each opens to show its JSON. */
export function eventList(): {
  readonly node: HTMLElement;
  readonly add: (text: string) => void;
  readonly say: (state: string) => void;
  readonly refuse: (reason: string) => void;
  readonly clear: () => void;
} {
  const chip = h("span", { class: "chip" });
  const count = h("span", { class: "figure", "aria-live": "polite" });
  const rows = h("div", { class: "events", role: "log", "aria-label": "Events" });
  const node = h(
    "div",
    { class: "answer", hidden: true },
    h("div", { class: "answer-head" }, h("span", { class: "answer-title" }, "Events"), chip, count),
    rows,
  );
  let seen = 0;
  let waiting: string[] = [];
  const tell = (state: string, kind: "" | "good" | "bad"): void => {
    node.hidden = false;
    chip.className = `chip ${kind}`;
    chip.textContent = state;
  };
  const paint = (): void => {
    const newest = waiting.slice(-shownMax).reverse();
    waiting = [];
    rows.prepend(...newest.map(eventRow));
    while (rows.childElementCount > shownMax) rows.lastElementChild!.remove();
    const all = `${seen.toLocaleString("en")} ${seen === 1 ? "event" : "events"}`;
    count.textContent = seen > shownMax ? `${all}, the last ${shownMax} shown` : all;
  };
  return {
    node,
    add: (text) => {
      if (waiting.push(text) === 1) requestAnimationFrame(paint);
      if (waiting.length > 2 * shownMax) waiting = waiting.slice(-shownMax);
      seen += 1;
      tell("listening", "good");
    },
    say: (state) => tell(state, ""),
    refuse: (reason) => {
      tell("no stream", "bad");
      rows.replaceChildren(h("p", { class: "empty" }, reason));
    },
    clear: () => {
      seen = 0;
      waiting = [];
      rows.replaceChildren();
      count.textContent = "";
      tell("waiting", "");
    },
  };
}

function eventRow(text: string): HTMLElement {
  const event = parseJson(text);
  const row = h(
    "details",
    {},
    h(
      "summary",
      {},
      h("span", { class: "chip" }, wordAt(event, "type") || wordAt(event, "method") || "response"),
      ` ${gist(event)}`,
    ),
  );
  row.addEventListener("toggle", () => row.append(jsonView(formatJson(event, "  "), "Event")), {
    once: true,
  });
  return row;
}

/** Returns what distinguishes an event from others of its type. */
function gist(event: Json): string {
  const height = wordAt(event, "height");
  const about = ["kind", "status", "nodeID", "validationID", "txID"].map((name) =>
    wordAt(event, name),
  );
  return [height && `at ${height}`, ...about].filter((word) => word !== "").join(" · ");
}

function wordAt(event: Json, name: string): string {
  const value = isObject(event) ? event[name] : undefined;
  return typeof value === "string" ? value : "";
}
