import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { isNotification } from "../../codegen/declared-method.ts";
import { methodsIn } from "../../codegen/document-parts.ts";
import { pageFiles } from "../../codegen/foreign/page/page.ts";
import { subscriptionsOf, withoutSubscriptions } from "../../codegen/foreign/subscriptions/find.ts";
import { isObject, type JsonObject, listAt, textAt } from "../../codegen/load/json.ts";
import { buildPageShell } from "../../scripts/build-site.ts";
import { freshContext } from "../browser/chromium.ts";
import { entry, sendIn } from "../browser/visit.ts";
import { mockCalls } from "./calls.ts";

/** Builds the page of a document into a folder; its calls go to the server. */
export async function writePage(
  document: JsonObject,
  folder: string,
  server: string,
): Promise<void> {
  const shell = join(folder, "shell");
  await buildPageShell(shell);
  for (const { path, text } of pageFiles(document, { server }, pathToFileURL(`${shell}/`))) {
    writeFileSync(join(folder, path), text);
  }
}

/** Subscribes, and waits for the response and the first notification. */
async function showStream(page: Page, name = ""): Promise<void> {
  const section = entry(page, name);
  const button = section.locator("button.send");
  await button.click();
  const rows = section.locator(".events details");
  await rows.nth(1).waitFor({ timeout: 10_000 });
  const shown = await section.locator(".events").textContent();
  if (shown?.includes("response") !== true) throw new Error(`${name} shows ${shown}`);
  await button.click();
  await section.locator(".chip", { hasText: "stopped" }).waitFor({ timeout: 10_000 });
}

/**
 * Opens the page of a document from the disk in Chromium, shows every method, and sends the first call to
 * the server. Returns the errors and warnings of the browser, and what is missing on the page.
 */
export async function openPage(
  document: JsonObject,
  folder: string,
  server: string,
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  await writePage(document, folder, server);
  const context = await freshContext();
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => {
      complaints.push(`the document opened a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      const isOwn = request.url().startsWith(pathToFileURL(folder).href);
      if (!isOwn && !request.url().startsWith(server))
        complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(pathToFileURL(join(folder, "index.html")).href);
    await page.locator("main:not([aria-busy])").waitFor({ timeout: 60_000 });
    const isCovered = await page
      .locator(".brand")
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    if (isCovered) complaints.push("the title and version cover the search field");
    const names = listAt(document, "methods")
      .filter(isObject)
      .map((method) => textAt(method, "name") ?? "");
    const calls = methodsIn(withoutSubscriptions(document)).filter(
      (method) => !isNotification(method),
    );
    const ids = new Set(
      await page.locator(".entry[id]").evaluateAll((all) => all.map(({ id }) => id)),
    );
    for (const name of names) if (!ids.has(name)) complaints.push(`${name} is not on the page`);
    // Each console is built when it comes near, so that errors in one need a visit.
    for (const name of names.slice(0, 60)) {
      await entry(page, name).evaluate((element: { scrollIntoView(): void }) =>
        element.scrollIntoView(),
      );
      await entry(page, name).locator(".console").waitFor({ timeout: 10_000 });
    }
    // The page fills in the first example, which the mock refuses if it contradicts the document.
    const accepted = new Set(mockCalls(document).map(({ method }) => method));
    const first = calls
      .map((method) => textAt(method, "name"))
      .find((name) => accepted.has(name ?? ""));
    if (first !== undefined) {
      const answer = await sendIn(entry(page, first));
      if (!("result" in answer)) complaints.push(`${first}: ${JSON.stringify(answer)}`);
    }
    const [subscription] = subscriptionsOf(document);
    if (subscription !== undefined) await showStream(page, textAt(subscription.method, "name"));
  } catch (error) {
    complaints.push((error as Error).message);
  } finally {
    await context.close();
  }
  return complaints;
}
