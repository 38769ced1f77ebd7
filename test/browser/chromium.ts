import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from "playwright-core";

const places = [
  process.env["COULOIR_CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of Chromium on this machine, or undefined. */
export const chromiumPath = places.find((place) => place !== "" && existsSync(place));

/** Set by `npm run test:browser`: also what repeats a check in another form. */
export const isThorough = process.env["COULOIR_BROWSER_TESTS"] === "all";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Names of foreign sites, served from this machine.
  "--host-resolver-rules=MAP *.example 127.0.0.1",
];

let running: Promise<Browser> | undefined;

/** A context without cache, storage or cookies, in the browser that the tests of this process share. */
export async function freshContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  running ??= chromium.launch({ executablePath: chromiumPath!, args: flags });
  const browser = await running;
  return browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
}

/** Each test file that opens pages calls it at its end. */
export async function closeBrowser(): Promise<void> {
  const browser = running;
  running = undefined;
  await (await browser)?.close();
}
