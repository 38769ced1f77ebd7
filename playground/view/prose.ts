import type { Contract } from "../contract/contract.ts";
import { h } from "./element.ts";

/** Text of the documents: `code` between backticks, a link where it names a method, type or error. */
export function prose(text: string, contract: Contract): (Node | string)[] {
  return text.split(/(`[^`]+`)/).map((piece) => {
    if (!piece.startsWith("`") || piece.length < 2) return piece;
    const word = piece.slice(1, -1);
    return isNamed(word, contract)
      ? h("a", { href: `#${word}` }, h("code", {}, word))
      : h("code", {}, word);
  });
}

/** Paragraphs of a longer text: its rules, numbered in brackets, become a list. */
export function paragraphs(text: string, contract: Contract): HTMLElement[] {
  if (text === "") return [];
  const [before = "", ...rules] = text.split(/\s*\((?:[1-9])\) /);
  if (rules.length < 2) return [h("p", {}, ...prose(text, contract))];
  const last = rules.pop()!;
  const [lastRule = "", after = ""] = splitAfterSentence(last);
  const items = [...rules, lastRule].map((rule) => h("li", {}, ...prose(rule, contract)));
  return [
    h("p", {}, ...prose(before, contract)),
    h("ol", {}, ...items),
    ...(after === "" ? [] : [h("p", {}, ...prose(after, contract))]),
  ];
}

function splitAfterSentence(text: string): [string, string] {
  const end = /\.\s+(?=[A-Z])/.exec(text);
  return end === null
    ? [text, ""]
    : [text.slice(0, end.index + 1), text.slice(end.index + end[0].length)];
}

function isNamed(word: string, { methods, schemas, errors }: Contract): boolean {
  return methods.has(word) || schemas.has(word) || errors.has(word);
}
