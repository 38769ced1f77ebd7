import { isObject } from "../../load/json.ts";
import type { Contract, Method, Schema } from "../../model.ts";
import { integerKind } from "../../schema.ts";
import { header, type Output, printKey, printValue } from "../writer.ts";

/** The keywords whose check a document can leave to the handler. */
const limitKeywords = ["minItems", "maxItems", "minimum", "maximum"] as const;

/** src/generated/limits.ts: the limits on params that handlers check themselves, from the first profile. */
export function emitLimits({ profiles: [spec] }: Contract): Output[] {
  const rows = spec.documents
    .flatMap(({ methods }) => methods)
    .filter(({ params }) => params.some(({ schema }) => Object.keys(deferredOf(schema)).length > 0))
    .map((method) => `  ${printKey(method.name)}: ${printValue(limitsOf(method))},\n`);
  const text = `${header("openrpc/*.json")}
/**
 * The limits of params that a handler checks itself (\`x-deferred\`), with the integer defaults of the same methods.
 * Handlers take these numbers from here rather than repeating them.
 */
export const deferredLimits = {
${rows.join("")}} as const;
`;
  return [{ path: "src/generated/limits.ts", text }];
}

function limitsOf({ params }: Method): Record<string, Record<string, number>> {
  return Object.fromEntries(
    params.flatMap(({ name, schema }) => {
      const limits = { ...deferredOf(schema), ...defaultOf(schema) };
      return Object.keys(limits).length === 0 ? [] : [[name, limits] as const];
    }),
  );
}

function deferredOf(schema: Schema): Record<string, number> {
  const deferred = schema["x-deferred"];
  if (!isObject(deferred)) return {};
  return Object.fromEntries(
    limitKeywords
      .filter((keyword) => keyword in deferred)
      .map((keyword) => [keyword, Number(schema[keyword])]),
  );
}

function defaultOf(schema: Schema): Record<string, number> {
  const value = schema["default"];
  const isInteger = integerKind(schema) !== undefined || typeof value === "number";
  return value !== undefined && isInteger ? { default: Number(value) } : {};
}
