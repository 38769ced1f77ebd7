/** An error of ajv. If no form of a union matches, there is one of each form before that of the union. */
export type Problem = {
  readonly keyword?: string;
  readonly instancePath: string;
  readonly message?: string;
  readonly params?: object;
};

/** The text of the error that says most, with its place: of the form of a union that a value resembles most. */
export function problemText(errors: readonly Problem[] | null | undefined): string {
  const found = errors ?? [];
  const most = Math.max(...found.map(weight));
  const problem = found.find((each) => weight(each) === most);
  return `${problem?.instancePath ?? ""} ${problem?.message ?? "is invalid"}`.trim();
}

/** A form that fails further inside, or at more than its type or a constant, is the one that was meant. */
function weight({ keyword = "", instancePath, params }: Problem): number {
  const depth = instancePath.split("/").length;
  const matchesSeveral =
    params !== undefined && "passingSchemas" in params && params.passingSchemas !== null;
  if (matchesSeveral) return depth * 4 + 3;
  if (["oneOf", "anyOf"].includes(keyword)) return 0;
  if (["const", "enum"].includes(keyword)) return depth * 4;
  return depth * 4 + (keyword === "type" ? 1 : 2);
}
