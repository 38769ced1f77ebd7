import { visitObjects } from "../load/json.ts";
import type { Problem, Rule } from "./finding.ts";
import { methodPlaces, sourceFiles } from "./places.ts";

const words = ["summary", "description", "title"];
const inBackticks = /`([^`]+)`/g;

/** A method that a text names in backticks exists. */
export const crossReferences: Rule = {
  name: "cross-references",
  check: (subject) => {
    const names = new Set(methodPlaces(subject).map(({ part }) => String(part["name"])));
    const apis = new Set([...names].map((name) => name.split(".")[0]));
    return sourceFiles(subject).flatMap(({ path, json }) => {
      const found: Problem[] = [];
      visitObjects(json, (object, pointer) => {
        for (const word of words) {
          const text = object[word];
          if (typeof text !== "string") continue;
          for (const [, quoted = ""] of text.matchAll(inBackticks)) {
            const [, api, name] = /^([a-z]+)\.([a-zA-Z0-9]+)$/.exec(quoted) ?? [];
            if (name === undefined || !apis.has(api) || names.has(quoted)) continue;
            found.push({ where: `${path} ${pointer}`, text: `\`${quoted}\` is not a method` });
          }
        }
      });
      return found;
    });
  },
};
