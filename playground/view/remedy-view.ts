import type { Remedy } from "../contract/additions.ts";
import type { Contract } from "../contract/contract.ts";
import { h } from "./element.ts";
import { prose } from "./prose.ts";

/** Why an error occurs and what to do. */
export function remedyView({ cause, remedy }: Remedy, contract: Contract): HTMLElement {
  return h(
    "dl",
    { class: "remedy" },
    h("dt", {}, "Cause"),
    h("dd", {}, ...prose(cause, contract)),
    h("dt", {}, "Remedy"),
    h("dd", {}, ...prose(remedy, contract)),
  );
}
