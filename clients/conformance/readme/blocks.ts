/** A step of a README: a file to save, or commands to run. */
export type Step = { readonly save: string; readonly text: string } | { readonly run: string };

const block = /^```(\w*)\n([\s\S]*?)^```$/gm;
const saved = /Save this as\s+`([^`]+)`/;

/**
 * The steps of a README in their order: each block of `sh`, and each block whose paragraph before says "Save this as `NAME`".
 * Throws for a block of another kind, which nobody would try.
 */
export function stepsOf(readme: string): Step[] {
  let from = 0;
  return [...readme.matchAll(block)].map((found): Step => {
    const [whole, language, text = ""] = found;
    const before = readme.slice(from, found.index);
    from = found.index + whole.length;
    if (language === "sh") return { run: text };
    const name = saved.exec(before)?.[1];
    if (name === undefined) {
      throw new Error(`the README does not say where this belongs:\n${text.slice(0, 200)}`);
    }
    return { save: name, text };
  });
}
