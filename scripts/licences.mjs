import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The licences of every package that has a file in `inputs`, the files of a bundle. Their authors require that a copy
 * contains them.
 */
export function licencesOf(inputs, root) {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  const entries = [...folders].sort().map((folder) => licenceOf(join(root, folder)));
  return ["The programs in this folder contain parts of these packages.", ...entries].join(
    separator,
  );
}

export const separator = `\n\n${"-".repeat(80)}\n\n`;

/** One entry: the package in this folder and its licence. */
export function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)\b/i.test(entry));
  const text =
    file === undefined
      ? "The package has no licence text of its own."
      : readFileSync(join(folder, file), "utf8").trim();
  return `${name} ${version}${license === undefined ? "" : ` (${license})`}\n\n${text}`;
}

/** `node_modules/@a/b` of a file below it, also where packages are nested. */
function packageFolder(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}
