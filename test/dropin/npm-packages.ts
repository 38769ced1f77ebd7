import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Context, Need } from "./suite.ts";

/** Packages, each at one version, that the first run installs from the npm registry into the suite's cache. */
export function npmPackages(versions: Readonly<Record<string, string>>): Need {
  const wanted = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  return {
    what: wanted.join(" and "),
    remedy: "it comes from the npm registry at the first run; install.log has npm's output",
    async isThere(context) {
      if (isInstalled(context, versions)) return true;
      writeFileSync(join(context.cache, "package.json"), '{ "private": true }\n');
      const install = ["install", "--save-exact", "--no-audit", "--no-fund", ...wanted];
      await context.run(["npm", ...install], { log: "install", cwd: context.cache });
      return isInstalled(context, versions);
    },
  };
}

function isInstalled({ cache }: Context, versions: Readonly<Record<string, string>>): boolean {
  return Object.entries(versions).every(([name, version]) => {
    const file = join(cache, "node_modules", name, "package.json");
    return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version === version;
  });
}
