/** A member whose value JSON parsers drop, because a later one of the same object has its name. */
export type HiddenMember = { readonly way: readonly (string | number)[] };

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

type Open = {
  /** Names and how many times they occurred, or undefined for a list. */
  readonly names: Set<string> | undefined;
  /** The member or item that is being read. */
  step: string | number;
};

/** Members of valid JSON text whose object has a later one with their name. */
export function hiddenMembers(text: string): HiddenMember[] {
  const open: Open[] = [];
  const found: HiddenMember[] = [];
  let isName = false;
  for (const [token] of text.matchAll(tokens)) {
    const current = open.at(-1);
    if (token === "{" || token === "[") {
      open.push(token === "{" ? { names: new Set(), step: "" } : { names: undefined, step: 0 });
      isName = token === "{";
    } else if (token === "}" || token === "]") {
      open.pop();
      isName = false;
    } else if (token === ",") {
      if (current !== undefined && typeof current.step === "number") current.step++;
      isName = current?.names !== undefined;
    } else if (isName && current?.names !== undefined && token !== ":") {
      isName = false;
      const name = JSON.parse(token) as string;
      current.step = name;
      if (current.names.has(name)) found.push({ way: open.map(({ step }) => step) });
      current.names.add(name);
    }
  }
  return found;
}

/** Why a text is not JSON, with the line and column. */
export function syntaxProblem(text: string): string {
  if (/^(\s*#.*\n|\s*---.*\n)*\s*openrpc\s*:/.test(text))
    return "it is YAML, which has to be converted";
  try {
    // Not the parser that keeps large integers, which changes positions.
    JSON.parse(text);
    return "it cannot be parsed";
  } catch (error) {
    const { message } = error as Error;
    const [, position] = / at position (\d+)/.exec(message) ?? [];
    if (position === undefined || /\bline \d/.test(message)) return message;
    const lines = text.slice(0, Number(position)).split("\n");
    return `${message} (line ${lines.length} column ${(lines.at(-1) ?? "").length + 1})`;
  }
}
