import { h } from "../view/element.ts";
import { spanText } from "./amount.ts";
import { type NodeMode, progressOf } from "./metrics.ts";

/** How far a follower is behind its network; hidden for nodes that follow none. */
export function progressCard(): {
  readonly node: HTMLElement;
  readonly show: (mode: NodeMode) => void;
} {
  const bar = h("progress", { max: 1, "aria-label": "Blocks executed" });
  const words = h("span", { class: "progress-words" });
  const pace = h("span", { class: "soft" });
  const phase = h("span", { class: "chip" });
  const node = h(
    "section",
    { class: "card progress", hidden: true },
    h("h2", {}, "Sync ", phase),
    bar,
    h("p", {}, words, " ", pace),
  );
  return {
    node,
    show: (mode) => {
      const progress = progressOf(mode, spanText);
      node.hidden = mode.phase === undefined;
      phase.textContent = mode.phase ?? "";
      if (progress === undefined) {
        bar.removeAttribute("value");
        words.textContent = "The height of the network is not known yet.";
        pace.textContent = "";
        return;
      }
      bar.value = progress.share;
      words.textContent = `${(progress.share * 100).toFixed(1)} %, ${progress.words}`;
      pace.textContent = `· ${progress.pace}`;
    },
  };
}
