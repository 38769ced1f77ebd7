import { nameOf } from "../../document-parts.ts";
import { isObject, listAt, textAt } from "../../load/json.ts";
import { type Method, paramsOf } from "./api.ts";

/** Every word is compared with all of the documents: what follows in a longer query has no effect. */
const queryLengthMax = 256;

/** The methods that match the words of a query, best first: names count most, then summaries, then descriptions. */
export function searchMethods(methods: readonly Method[], query: string, limit: number): Method[] {
  const words = wordsOf(query.slice(0, queryLengthMax));
  return methods
    .map((method) => ({ method, score: scoreOf(method, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ method }) => method);
}

function scoreOf(method: Method, words: readonly string[]): number {
  const { name, json } = method;
  const params = paramsOf(method).map(nameOf);
  const tags = listAt(json, "tags").map((tag) => (isObject(tag) ? textAt(tag, "name") : tag));
  const shelves: readonly (readonly [number, readonly string[]])[] = [
    [8, wordsOf(name)],
    [4, wordsOf(textAt(json, "summary") ?? "")],
    [2, wordsOf([...params, ...tags].join(" "))],
    [1, wordsOf(textAt(json, "description") ?? "")],
  ];
  return words.reduce((score, word) => {
    const best = shelves.map(([weight, texts]) =>
      texts.includes(word) ? weight : texts.some((text) => text.startsWith(word)) ? weight / 2 : 0,
    );
    return score + Math.max(...best);
  }, 0);
}

/** Lower-case words; `getBalanceOf` has three. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
