import { operations } from "../generated/data-api/operations.ts";
import { Problem } from "./problem.ts";
import type { Match } from "./routes.ts";

type QueryParameter = {
  readonly name: string;
  readonly type: string;
  readonly default?: number;
};

/**
 * The parameters of a request, with defaults. Ignores query parameters that the operation does not have, as the hosted
 * service does. Throws Problem with status 400, which names the first invalid one.
 */
export function readParams({ name, params }: Match, query: URLSearchParams): unknown {
  const { checkParams, query: declared } = operations[name];
  const read: Record<string, unknown> = { ...params };
  for (const parameter of declared as readonly QueryParameter[]) {
    const [text, second] = query.getAll(parameter.name);
    if (second !== undefined)
      throw new Problem(400, `${parameter.name}: expected one value, got more`);
    const value = text === undefined ? parameter.default : readText(text, parameter);
    if (value !== undefined) read[parameter.name] = value;
  }
  const issue = checkParams(read);
  if (issue === undefined) return read;
  throw new Problem(400, `${issue.field}: expected ${issue.expected}, got ${issue.got}`);
}

/** What is not an integer stays text, for which the check has the message. */
function readText(text: string, { type }: QueryParameter): string | number {
  return type === "integer" && /^\d{1,15}$/.test(text) ? Number(text) : text;
}
