import { describe, expect, test } from "vitest";
import { goComment } from "../../codegen/clients/go/source.ts";
import { javaDoc } from "../../codegen/clients/java/docs.ts";
import { docstring } from "../../codegen/clients/python/source.ts";
import { rustDoc } from "../../codegen/clients/rust/docs.ts";
import { blocksOf } from "../../codegen/emit/doc-blocks.ts";
import { docComment } from "../../codegen/emit/writer.ts";

const text = "Returns a status:\n\n- `A`: it is <new>.\n- `B`: it is old.\n\nThe end.";

test("a description is paragraphs and lists", () => {
  expect(blocksOf([text, "", "1. one\n2. two"])).toEqual([
    { kind: "paragraph", text: "Returns a status:" },
    { kind: "list", isOrdered: false, items: ["`A`: it is <new>.", "`B`: it is old."] },
    { kind: "paragraph", text: "The end." },
    { kind: "list", isOrdered: true, items: ["one", "two"] },
  ]);
});

describe("a list stays a list in the docstrings of", () => {
  const body = (printed: string, prefix: RegExp) =>
    printed
      .trim()
      .split("\n")
      .map((line) => line.replace(prefix, ""))
      .filter((line) => line.trim() !== "");

  test("TypeScript", () => {
    expect(body(docComment([text]), /^ \* ?/)).toContain("- `A`: it is <new>.");
  });

  test("Go, as gofmt indents it", () => {
    expect(goComment([text])).toBe(
      "// Returns a status:\n//\n//   - `A`: it is <new>.\n//   - `B`: it is old.\n//\n// The end.\n",
    );
  });

  test("Python", () => {
    expect(body(docstring([text]), /^ {4}/)).toContain("- `A`: it is <new>.");
  });

  test("Rust, with its escapes", () => {
    expect(body(rustDoc([text]), /^\/\/\/ ?/)).toContain("- `A`: it is \\<new\\>.");
  });

  test("Java, in HTML", () => {
    const lines = body(javaDoc([text]), /^ \* ?/);
    expect(lines).toEqual(
      expect.arrayContaining([
        "Returns a status:",
        "<ul>",
        "<li><code>A</code>: it is &lt;new&gt;.</li>",
        "</ul>",
        "<p>The end.",
      ]),
    );
  });
});

test("a long item continues below its first word", () => {
  const item = `- ${"word ".repeat(30).trim()}`;
  expect(rustDoc([item])).toMatch(/^\/\/\/ - word.*\n\/\/\/ {3}word/);
});
