import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { freshContext } from "./chromium.ts";

/** A page of the node, and everything that must not have happened on it. */
export type Visit = {
  readonly page: Page;
  /** Errors and warnings of the console, uncaught errors, failed requests, and requests to other origins. */
  readonly complaints: string[];
  readonly close: () => Promise<void>;
};

/** Opens /docs as a browser does that was never there. */
export async function visit(
  url: string,
  path = "/docs",
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await freshContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== url) complaints.push(`asked for ${request.url()}`);
  });
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  await page.goto(url + path);
  await page.locator("main:not([aria-busy])").waitFor();
  return { page, complaints, close: () => context.close() };
}

/** Opens a page, lets the test use it, and closes it. */
export async function during(
  url: string,
  path: string,
  use: (visit: Visit) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const opened = await visit(url, path, options);
  try {
    await use(opened);
  } finally {
    await opened.close();
  }
}

/** The part of the page that an id names. */
export function entry(page: Page, id: string): Locator {
  return page.locator(`[id="${cssText(id)}"]`);
}

/** Text between quotes of a CSS selector. */
function cssText(text: string): string {
  return text.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\a ");
}

/** Sends the request of a console, and returns the JSON of the response. Errors have what the console shows instead. */
export async function sendIn(section: Locator): Promise<{
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}> {
  await section.scrollIntoViewIfNeeded();
  // The console shows the answer before until it has another one.
  await section.locator(".answer").evaluateAll((shown: { remove(): void }[]) => {
    for (const each of shown) each.remove();
  });
  // Consoles that appear above may move the button between the press and the release of a mouse.
  await section.getByRole("button", { name: /^Send/ }).press("Enter");
  await section
    .locator('.answer [aria-label="Answer"]')
    .waitFor()
    .catch(async (cause: unknown) => {
      const shown = JSON.stringify(await section.locator(".answer").allInnerTexts());
      throw new Error(`no response; the console shows ${shown}`, { cause });
    });
  const all = section.getByRole("button", { name: /^Show all/ });
  if ((await all.count()) > 0) await all.click();
  return JSON.parse((await section.locator(".answer pre").textContent()) ?? "");
}
