import type { JsonObject } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { agoText, avaxText } from "./amount.ts";
import { card, dataTable, validatorLink } from "./parts.ts";
import { stakeOf } from "./validator-page.ts";

const shownMax = 8;

/** The validators with the most stake; a button shows all. */
export function validatorList(now: () => number) {
  const place = h("div", {}, h("p", { class: "empty" }, "Loading …"));
  const node = card("Validators", place);
  node.classList.add("validators");
  let showsAll = false;
  const show = (validators: readonly JsonObject[]): void => {
    if (place.contains(document.activeElement)) return;
    if (validators.length === 0) {
      place.replaceChildren(h("p", { class: "empty" }, "The primary network has no validators."));
      return;
    }
    const sorted = [...validators].sort((a, b) => compare(weightOf(b), weightOf(a)));
    const total = sorted.reduce((sum, each) => sum + weightOf(each), 0n);
    const shown = showsAll ? sorted : sorted.slice(0, shownMax);
    const more = h(
      "button",
      {
        class: "quiet",
        type: "button",
        click: () => {
          showsAll = true;
          more.blur();
          show(validators);
          place.querySelector<HTMLElement>(".table-frame")?.focus();
        },
      },
      `Show all ${sorted.length.toLocaleString("en")}`,
    );
    place.replaceChildren(
      dataTable(
        "Validators",
        ["Node", "Stake", "Share", "Ends"],
        shown.map((each) => row(each, total, now())),
      ),
      ...(shown.length < sorted.length ? [more] : []),
    );
  };
  return {
    node,
    show,
    fail: (reason: string): void => {
      place.replaceChildren(h("p", { class: "empty" }, reason));
    },
  };
}

/** Own and delegated stake of a validator, which are its weight. */
export function weightOf(validator: JsonObject): bigint {
  const delegated = validator["delegatorWeight"];
  const own = BigInt(String(stakeOf(validator)));
  return own + (typeof delegated === "string" ? BigInt(delegated) : 0n);
}

function row(validator: JsonObject, total: bigint, now: number): HTMLElement {
  const weight = weightOf(validator);
  const share = total === 0n ? 0 : Number((weight * 10_000n) / total) / 100;
  const end = Number(validator["endTime"]);
  const isUp = validator["connected"] === true;
  return h(
    "tr",
    {},
    h(
      "td",
      { class: "node-cell rest-cell" },
      h(
        "div",
        { title: isUp ? "connected" : "not connected" },
        h("span", { class: isUp ? "dot good" : "dot off", "aria-hidden": "true" }),
        validatorLink(String(validator["nodeID"])),
        !isUp && h("span", { class: "unseen" }, " not connected"),
      ),
    ),
    h("td", { class: "number" }, avaxText(weight)),
    h("td", { class: "number" }, `${share.toFixed(1)} %`),
    h("td", { class: "time" }, agoText(now - end)),
  );
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
