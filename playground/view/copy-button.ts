import { h, icon } from "./element.ts";

const toldMs = 1_600;

/** Copies a text and confirms it for a moment. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const words = h("span", {}, label);
  const button = h("button", { class: "quiet", type: "button" }, icon("copy"), words);
  let timer = 0;
  button.addEventListener("click", async () => {
    const copied = await copy(text());
    words.textContent = copied ? "Copied" : "Could not copy";
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      words.textContent = label;
    }, toldMs);
  });
  words.setAttribute("aria-live", "polite");
  return button;
}

/** Pages served over plain HTTP from another machine have no clipboard API. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement as HTMLElement | null;
    const area = h("textarea", { class: "unseen" });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    focused?.focus({ preventScroll: true });
    return copied;
  }
}
