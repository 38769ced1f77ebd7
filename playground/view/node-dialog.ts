import { h } from "./element.ts";

/**
 * Chooses the node that calls go to. Another node reloads the page, because its content policy must
 * allow it.
 */
export function nodeDialog(
  node: string,
  ownNode: string,
): { readonly node: HTMLDialogElement; readonly open: () => void } {
  const input = h("input", {
    id: "node-url",
    type: "url",
    required: true,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "node-hint node-trouble",
  });
  const trouble = h("p", { class: "remark", id: "node-trouble", role: "alert" });
  const dialog = h(
    "dialog",
    { class: "node-dialog", "aria-labelledby": "node-title" },
    h(
      "form",
      {
        method: "dialog",
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          const origin = originOf(input.value);
          if (origin === undefined) trouble.textContent = "This is not an http or https address.";
          else goTo(origin, ownNode);
        },
      },
      h("h2", { id: "node-title" }, "Where calls go"),
      h("label", { for: "node-url" }, "Base URL of the node"),
      input,
      h(
        "p",
        { class: "hint", id: "node-hint" },
        "Such as http://127.0.0.1:9650. Until you choose another node here, the page sends requests only to the current one.",
      ),
      trouble,
      h(
        "div",
        { class: "send-row" },
        h("button", { class: "send", type: "submit" }, "Use it"),
        h("button", { class: "quiet", type: "button", click: () => dialog.close() }, "Cancel"),
        h(
          "button",
          { class: "quiet end", type: "button", click: () => goTo(ownNode, ownNode) },
          `Back to ${ownNode.replace(/^https?:\/\//, "")}`,
        ),
      ),
    ),
  );
  return {
    node: dialog,
    open: () => {
      trouble.textContent = "";
      input.value = node;
      dialog.showModal();
      input.select();
    },
  };
}

/** The origin that a text names, where calls may go to it. */
export function originOf(text: string): string | undefined {
  try {
    const { origin, protocol } = new URL(text);
    return protocol === "http:" || protocol === "https:" ? origin : undefined;
  } catch {
    return undefined;
  }
}

function goTo(origin: string, ownNode: string): void {
  const url = new URL(location.href);
  if (origin === ownNode) url.searchParams.delete("node");
  else url.searchParams.set("node", origin);
  location.assign(url);
}
