import { toCheck } from "../check-schema.ts";
import { textAt } from "../load/json.ts";
import type { Schema } from "../model.ts";
import type { Rule } from "./finding.ts";
import { allSchemas, rootSchemas } from "./places.ts";

/**
 * Every validator in every language reads the schemas alike, and generated code can check all of them: they have no `format`,
 * no bound beyond 2^53, and no patterns with classes such as `\d`.
 */
export const portableSchemas: Rule = {
  name: "portable-schemas",
  check: (subject) => [
    ...rootSchemas(subject).flatMap(({ where, part }) => {
      const text = uncheckable(part);
      return text === undefined ? [] : [{ where, text }];
    }),
    ...allSchemas(subject).flatMap(({ where, part }) =>
      problems(part).map((text) => ({ where, text })),
    ),
  ],
};

function uncheckable(schema: Schema): string | undefined {
  try {
    toCheck(schema, "document");
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Shorthand classes; `[\s\S]`, any character, means the same everywhere. */
const classes = /\\[dDwWsSpPbB]/;

function problems(schema: Schema): string[] {
  const pattern = textAt(schema, "pattern");
  const bounds = [schema["minimum"], schema["maximum"]];
  return [
    ...(pattern !== undefined && classes.test(pattern.replaceAll("[\\s\\S]", ""))
      ? [`pattern ${pattern} has a class that engines read differently`]
      : []),
    ...(bounds.some((bound) => typeof bound === "bigint") ? ["has a bound beyond 2^53"] : []),
  ];
}
