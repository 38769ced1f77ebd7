import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { avalancheGo } from "./citations.ts";
import { releasesOf } from "./go-modules.ts";
import { ask, npmLatest, output, versionRow } from "./releases.ts";
import type { Row } from "./report.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** What package.json pins. */
export function dependencies(): Promise<readonly Row[]> {
  return ask("npm's packages", async () => {
    const manifest = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
    const pinned = ["dependencies", "optionalDependencies", "devDependencies"].flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}),
    );
    // An alias, npm:NAME@VERSION, is an older version of a package that is listed itself.
    const named = pinned.filter(([, version]) => !version.startsWith("npm:"));
    const latest = await newerPackages();
    return named.map(([name, version]) => versionRow(name, version, latest.get(name) ?? version));
  });
}

/** What the clients pin in their own languages. */
export async function clientDependencies(): Promise<readonly Row[]> {
  const rows = await Promise.all([
    ask("crates", crates),
    ask("Python's packages", pythonPackages),
    ask("Java's packages", javaPackages),
  ]);
  return rows.flat();
}

/** The packages that the drop-in suites install, and their Go modules. */
export async function suites(): Promise<readonly Row[]> {
  const rows = await Promise.all([
    ask("npm's packages of the suites", suitePackages),
    ask("modules of the suites", suiteModules),
  ]);
  return rows.flat();
}

async function suitePackages(): Promise<readonly Row[]> {
  const files = ["avalanche", "avalanche-sdk"].map((suite) =>
    read(`test/dropin/${suite}/suite.ts`),
  );
  const pinned = files.flatMap((text) => {
    const [, versions = ""] = /npmPackages\(\{([^}]*)\}/.exec(text) ?? [];
    return [...versions.matchAll(/"?([@\w/-]+)"?: "([\d.]+)"/g)];
  });
  return Promise.all(
    pinned.map(async ([, name = "", version = ""]) =>
      versionRow(name, version, await npmLatest(name)),
    ),
  );
}

async function suiteModules(): Promise<readonly Row[]> {
  const releases = await releasesOf(avalancheGo);
  const goModule = read("test/dropin/avalanchego/go.mod");
  const [, pinned = ""] = /^require \S+\/avalanchego (\S+)$/m.exec(goModule) ?? [];
  const [, checkout = ""] = /platform-cli, (v[\d.]+)/.exec(read("test/dropin/sources.ts")) ?? [];
  return [
    versionRow("avalanchego of the Go suites", pinned, releases.at(-1) ?? pinned),
    {
      what: "platform-cli",
      ours: checkout,
      newest: "",
      state: "covered",
      note: "module proxies lack it: see its releases",
    },
  ];
}

/** One command for all packages, as each one takes half a second. It lists those whose newest version is another one. */
async function newerPackages(): Promise<ReadonlyMap<string, string>> {
  const found = JSON.parse(await output("npm", ["outdated", "--json"], root)) as Record<
    string,
    { readonly latest: string }
  >;
  if ("error" in found) throw new Error("npm outdated failed");
  return new Map(Object.entries(found).map(([name, { latest }]) => [name, latest]));
}

async function crates(): Promise<readonly Row[]> {
  const manifest = read("clients/rust/Cargo.toml").split(/^\[dependencies\]$/m)[1]!;
  const pinned = manifest.split(/^\[/m)[0]!.matchAll(/^([\w-]+) = .*?"(\d[\d.]*)"/gm);
  return Promise.all(
    [...pinned].map(async ([, name = "", version = ""]) => {
      const about = await output("cargo", ["info", "--registry", "crates-io", name]);
      const newest = /^version: (\S+)/m.exec(about);
      if (newest === null) throw new Error(`cargo info ${name} names no version`);
      return versionRow(name, version, newest[1]!);
    }),
  );
}

async function pythonPackages(): Promise<readonly Row[]> {
  const pinned = read("clients/python/pyproject.toml").matchAll(/"([\w-]+)==([\d.]+)"/g);
  return Promise.all(
    [...pinned].map(async ([, name = "", version = ""]) => {
      const about = await output("python3", ["-m", "pip", "index", "versions", name]);
      return versionRow(name, version, /\(([\w.]+)\)/.exec(about)![1]!);
    }),
  );
}

/** Maven lists what has a newer version; what it does not list is current. */
async function javaPackages(): Promise<readonly Row[]> {
  const goal = "org.codehaus.mojo:versions-maven-plugin:2.19.1:display-dependency-updates";
  const listed = await output("mvn", ["-B", "-N", goal], `${root}clients/java`);
  if (!listed.includes("BUILD SUCCESS")) throw new Error("mvn failed");
  const newer = new Map(
    [...listed.matchAll(/(\S+:\S+) \.*\s(?:\[INFO\]\s+)?\S+ -> (\S+)/g)].map(
      ([, name = "", version = ""]) => [name, version] as const,
    ),
  );
  const pom = read("clients/java/pom.xml").split("</dependencies>")[0]!;
  const pinned = pom.matchAll(
    /<groupId>([^<]+)<\/groupId>\s*<artifactId>([^<]+)<\/artifactId>\s*<version>([^<]+)</g,
  );
  return [...pinned]
    .filter(([, group]) => group !== "couloir")
    .map(([, group, artifact, version = ""]) => {
      const name = `${group}:${artifact}`;
      return versionRow(name, version, newer.get(name) ?? version);
    });
}
