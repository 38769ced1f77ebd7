import type { Contract } from "../contract/contract.ts";
import { h } from "./element.ts";

/** The target of a link, or undefined if it leads nowhere from this page. */
export type ResolveLink = (target: string) => string | undefined;

const marks = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/;

/** Text of the documents: `code` between backticks, a link where it names a method, type or error. */
export function prose(
  text: string,
  contract: Contract,
  resolve: ResolveLink = webLink,
): (Node | string)[] {
  return text.split(marks).map((piece) => {
    if (/^`[^`]+`$/.test(piece)) return codeOf(piece.slice(1, -1), contract);
    if (/^\*\*[^*]+\*\*$/.test(piece)) return h("strong", {}, piece.slice(2, -2));
    const [, words, target] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(piece) ?? [];
    if (words === undefined) return piece;
    const href = resolve(target!);
    const content = prose(words, contract, () => undefined).map((each) =>
      each instanceof HTMLAnchorElement ? h("code", {}, each.textContent ?? "") : each,
    );
    return href === undefined ? h("span", {}, ...content) : h("a", { href }, ...content);
  });
}

function codeOf(word: string, contract: Contract): HTMLElement {
  return isNamed(word, contract)
    ? h("a", { href: `#${word}` }, h("code", {}, word))
    : h("code", {}, word);
}

/** A contract's author chooses its links: only those to the web are followed. */
const webLink: ResolveLink = (target) => (/^https?:\/\//.test(target) ? target : undefined);

function isNamed(word: string, { methods, schemas, errors }: Contract): boolean {
  return methods.has(word) || schemas.has(word) || errors.has(word);
}
