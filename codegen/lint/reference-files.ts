import { posix } from "node:path";
import { objectAt, textAt, visitObjects } from "../load/json.ts";
import type { SourceFile } from "../load/read.ts";
import type { Problem, Rule } from "./finding.ts";
import { sourceFiles } from "./places.ts";

/** A reference names the file that declares its component, so that editors and other tools can follow it. */
export const referenceFiles: Rule = {
  name: "reference-files",
  check: (subject) => {
    const files = sourceFiles(subject);
    const { profiles } = subject.sources;
    return files.flatMap((file) => misplaced(file, files, profiles.includes(file)));
  },
};

/** A profile's references are those of the document that it changes. */
function misplaced(file: SourceFile, files: readonly SourceFile[], isProfile: boolean) {
  const folder = isProfile ? posix.dirname(posix.dirname(file.path)) : posix.dirname(file.path);
  const found: Problem[] = [];
  visitObjects(file.json, (object, pointer) => {
    const reference = textAt(object, "$ref");
    const [, target = "", kind = "", name = ""] =
      /^(.*)#\/components\/(\w+)\/(\w+)$/.exec(reference ?? "") ?? [];
    if (name === "") return;
    if (isProfile && target === "") return;
    const path = target === "" ? file.path : posix.join(folder, target);
    const holder = files.find((each) => each.path === path);
    if (holder !== undefined && name in objectAt(holder.json["components"], kind)) return;
    const declaring = files.find((each) => name in objectAt(each.json["components"], kind));
    // A component that no file declares is a dangling reference.
    if (declaring === undefined) return;
    const text = `${reference} is declared in ${declaring.path}`;
    found.push({ where: `${file.path} ${pointer}`, text });
  });
  return found;
}
