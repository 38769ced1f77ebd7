import { freshID, h, icon } from "../view/element.ts";
import { linkOf } from "./found.ts";
import type { NodeReader } from "./node-reader.ts";

/** Opens what has a height, an address, an ID or a node ID. */
export function openField(reader: NodeReader): HTMLElement {
  const id = freshID();
  const noteID = freshID();
  const input = h("input", {
    id,
    type: "search",
    placeholder: "Height, address, ID or NodeID",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": noteID,
  });
  const note = h("p", { id: noteID, class: "remark", role: "status" });
  let asked = 0;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    note.textContent = "";
    asked += 1;
    const own = asked;
    // Of a text that was replaced, or a page that was left, nothing is opened.
    const isWanted = () => own === asked && input.isConnected;
    try {
      const link = await linkOf(input.value.trim(), reader);
      if (isWanted()) location.hash = link;
    } catch (error) {
      if (isWanted()) note.textContent = (error as Error).message;
    }
  };
  return h(
    "form",
    { class: "open-field", role: "search", submit: (event: Event) => void submit(event) },
    h("label", { class: "unseen", for: id }, "Open a block, transaction, address, validator or L1"),
    h("span", { class: "open-box" }, icon("search"), input),
    h("button", { class: "send", type: "submit" }, "Open"),
    note,
  );
}
