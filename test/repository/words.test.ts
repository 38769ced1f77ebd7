import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { englishOf, findForms, isOurs, readForms, readPairs } from "../../scripts/words.ts";

const style = readFileSync(new URL("../../docs/style.md", import.meta.url), "utf8");
const forms = readForms(style);
const pairs = readPairs(style);

const found = (text: string) => findForms(text, forms).map(({ line, found }) => [line, found]);

test("docs/style.md has at least twenty pairs, and no form twice", () => {
  expect(pairs.length).toBeGreaterThanOrEqual(20);
  expect(new Set(forms.map(({ text }) => text)).size).toBe(forms.length);
});

test.each(pairs)("only the sentence before has an old form: $before", ({ before, after }) => {
  expect(found(before)).not.toEqual([]);
  expect(found(after)).toEqual([]);
});

test.each([
  ["It asks anew.", "anew"],
  ["Mended by the next call.", "Mended"],
  ["whoever calls it", "whoever"],
  ["lest it be sent twice", "lest"],
  ["Ten failures are borne.", "are borne"],
  ["an answer that is none", "that is none"],
  ["dropped for want of gas", "for want of"],
  ["as it was told before", "told"],
  ["a flag tells the node", "tells"],
  ["It lies behind the clock.", "lies behind"],
  ["equal to the letter", "to the letter"],
  ["here who leaves goes first", "here who leaves"],
  ["What is no JSON stays text.", "What is no JSON"],
  ["such a path answers 404", "answers 404"],
  ["Waits for so many calls.", "so many"],
  ["So long may a handshake take.", "So long"],
  ["an answer of which nothing is known", "of which nothing is known"],
])("finds the form in: %s", (text, form) => {
  expect(found(text)).toEqual([[1, form]]);
});

test.each([
  "amend a commit, recommend a flag, renewal, the moment",
  "Returns an empty list if there are none.",
  "There is no block at that height.",
  "a flag that is no longer used",
  "delegator if value is None else None",
  "const retold = foretells(untold);",
  "an underlying type that relies on it",
  "whose answers: 404, 503",
  "the caller, who wants a block",
  "takes so long that others run in between",
])("finds nothing in: %s", (text) => {
  expect(found(text)).toEqual([]);
});

test("counts lines, and finds a phrase over a line break and the sign of a comment", () => {
  expect(found("first\n/**\n * Ten failures are\n * borne. It is told\n */")).toEqual([
    [3, "are * borne"],
    [4, "told"],
  ]);
  expect(found("// An answer that\n// is none.")).toEqual([[1, "that // is none"]]);
});

test("a form with a capital heeds case", () => {
  expect(found("Who needs it asks.")).toEqual([[1, "Who needs"]]);
  expect(found("a caller who needs it")).toEqual([]);
});

test("says what to write instead", () => {
  expect(findForms("mend it", forms)[0]?.form.replacement).toBe("fix");
});

test("checks what we write, not what was recorded or what others wrote", () => {
  const ours = [
    "README.md",
    "docs/guides/start.md",
    "src/main.ts",
    "clients/go/client.go",
    "openrpc/info.json",
    "test/unit/formats/hex.test.ts",
    "test/histories/README.md",
    "test/transcripts/spec-rules.json",
    "test/transcripts/json-rpc/request.io",
  ];
  const notOurs = [
    "docs/style.md",
    "package-lock.json",
    "src/networks/genesis/fuji.json",
    "test/exchanges/exchanges.ndjson",
    "test/vectors/tx.json",
    "LICENSE",
  ];
  expect(ours.filter((path) => !isOurs(path))).toEqual([]);
  expect(notOurs.filter(isOurs)).toEqual([]);
});

test("checks the comments of a transcript, not what a node says in it", () => {
  const transcript = '// It is told.\n>> {"a":"told"}\n<< {"error":"told"}\n';
  expect(found(englishOf("test/transcripts/a/b.io", transcript))).toEqual([[1, "told"]]);
});

test("rejects a page without its tables", () => {
  expect(() => readForms("# Style\n")).toThrow("docs/style.md has no table of forms");
  expect(() =>
    readForms("<!-- forms:start -->\n| a | b |\n|---|---|\n| told | x |\n<!-- forms:end -->"),
  ).toThrow("not a form: told");
});
