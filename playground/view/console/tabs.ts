import { freshID, h } from "../element.ts";

export type Tab = { readonly key: string; readonly label: string };

/** A row of tabs over one panel; arrow keys move among them. */
export function tabs(
  label: string,
  items: readonly Tab[],
  panel: HTMLElement,
  onSelect: (key: string) => void,
): { readonly node: HTMLElement; readonly select: (key: string) => void } {
  const panelID = panel.id || freshID();
  panel.id = panelID;
  panel.setAttribute("role", "tabpanel");
  const buttons = items.map((item) =>
    h(
      "button",
      {
        role: "tab",
        type: "button",
        id: freshID(),
        "aria-controls": panelID,
        "data-key": item.key,
        click: () => select(item.key, true),
      },
      item.label,
    ),
  );
  const mark = (key: string): void => {
    for (const button of buttons) {
      const chosen = button.dataset["key"] === key;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      if (chosen) panel.setAttribute("aria-labelledby", button.id);
    }
  };
  const select = (key: string, tell: boolean): void => {
    mark(key);
    if (tell) onSelect(key);
  };
  const move = (event: KeyboardEvent): void => {
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: buttons.length - 1,
    };
    const step = steps[event.key];
    if (at === -1 || step === undefined) return;
    event.preventDefault();
    const next = buttons.at(step % buttons.length)!;
    next.focus();
    select(next.dataset["key"]!, true);
  };
  return {
    node: h(
      "div",
      { class: "tabs", role: "tablist", "aria-label": label, keydown: move },
      ...buttons,
    ),
    select: (key) => select(key, false),
  };
}
