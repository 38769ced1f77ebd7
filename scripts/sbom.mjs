import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { driver, packedManifest } from "./packed-manifest.mjs";

/**
 * The software bill of materials of the package, in CycloneDX 1.6: every package that has a part in the bundle, whose files
 * are `inputs`, and every package that npm installs with it. An audit of installed packages sees only the latter.
 */
export function sbomOf(inputs, root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const bundled = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  bundled.add(`node_modules/${driver}`);
  const installed = installedWith(packages);
  const paths = [...new Set([...bundled, ...installed])].sort();
  const { name, version, license } = packages[""];
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", ...identity(name, version), licenses: licences(license) },
    },
    components: paths.map((path) => componentOf(path, packages[path], bundled.has(path))),
    dependencies: [
      { ref: purl(name, version), dependsOn: paths.map((path) => purlOf(path, packages[path])) },
    ],
  };
}

/** The packages that npm installs for a user: what the packed manifest depends on, directly or not. */
function installedWith(packages) {
  const found = new Set();
  const visit = (from, names) => {
    for (const name of names) {
      const path = pathOf(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      const { dependencies, optionalDependencies } = packages[path];
      visit(path, Object.keys({ ...dependencies, ...optionalDependencies }));
    }
  };
  visit("", Object.keys(packedManifest(packages[""]).dependencies));
  return [...found];
}

/** Where Node finds a package from another one: in its own folder or in one above it. */
function pathOf(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const path = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (at === "") return undefined;
  }
}

function componentOf(path, { version, license, integrity, optional }, isBundled) {
  const name = nameOf(path);
  return {
    type: "library",
    ...identity(name, version),
    scope: optional ? "optional" : "required",
    licenses: licences(license),
    ...(integrity !== undefined && { hashes: hashes(integrity) }),
    properties: [{ name: "couloir:place", value: isBundled ? "in dist/" : "node_modules" }],
  };
}

function identity(name, version) {
  return { "bom-ref": purl(name, version), name, version, purl: purl(name, version) };
}

function licences(license) {
  if (license === undefined) return [{ license: { name: "not stated" } }];
  return [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }];
}

/** npm's integrity is base64; CycloneDX has hex. */
function hashes(integrity) {
  return integrity
    .split(" ")
    .filter((each) => each.startsWith("sha512-"))
    .map((each) => ({
      alg: "SHA-512",
      content: Buffer.from(each.slice("sha512-".length), "base64").toString("hex"),
    }));
}

const purlOf = (path, { version }) => purl(nameOf(path), version);

function purl(name, version) {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** `@a/b` of `node_modules/c/node_modules/@a/b`. */
function nameOf(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

function packageFolder(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

// `npm run sbom` prints the one of the last build.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = new URL("../dist/sbom.cdx.json", import.meta.url);
  process.stdout.write(readFileSync(file, "utf8"));
}
