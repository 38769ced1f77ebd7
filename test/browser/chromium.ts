import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

const places = [
  process.env["COULOIR_CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of Chromium on this machine, or undefined. */
export const chromiumPath = places.find((place) => place !== "" && existsSync(place));

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

/** A browser with a fresh profile. */
export async function freshBrowser(
  options: BrowserContextOptions = {},
): Promise<{ readonly context: BrowserContext; readonly close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "couloir-browser-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath!,
    args: flags,
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
