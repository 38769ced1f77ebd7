import { visitObjects } from "../load/json.ts";
import { componentFiles } from "../load/read.ts";
import type { Finding, Rule } from "./finding.ts";
import { methodPlaces } from "./places.ts";

const words = ["summary", "description", "title"];
const inBackticks = /`([^`]+)`/g;

/** A method that a text names in backticks exists. */
export const crossReferences: Rule = {
  name: "cross-references",
  demand: "a method named in backticks exists",
  check: (subject) => {
    const names = new Set(methodPlaces(subject).map(({ part }) => String(part["name"])));
    const apis = new Set([...names].map((name) => name.split(".")[0]));
    const { discover } = subject.sources;
    const files = [
      ...componentFiles(subject.sources),
      ...(discover === undefined ? [] : [discover]),
    ];
    return files.flatMap(({ path, json }) => {
      const found: Omit<Finding, "rule">[] = [];
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
