import { describeValue, type Issue } from "./issue.ts";

/**
 * A function compiled by ajv: it returns whether a value is valid, and stores its errors on the
 * function.
 */
export type CompiledCheck = {
  (value: unknown): boolean;
  errors?: readonly CompiledError[] | null;
};

type CompiledError = {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** Converts a compiled check into a function that returns the issue, or undefined. */
export function checker(check: CompiledCheck): (value: unknown) => Issue | undefined {
  return (value) => (check(value) ? undefined : toIssue(value, check.errors ?? []));
}

/** Reports the deepest error first, which for a union is in the form that was most likely meant. */
function toIssue(value: unknown, errors: readonly CompiledError[]): Issue {
  let worst = errors[0];
  for (const error of errors) {
    if (depth(error) > depth(worst)) worst = error;
  }
  if (worst === undefined) return { field: "", expected: "a valid value", got: "another" };
  const names = worst.instancePath.split("/").slice(1).map(unescapePointer);
  const surplus = worst.params["additionalProperty"];
  const missing = worst.params["missingProperty"];
  const last = surplus ?? missing;
  if (last !== undefined) names.push(String(last));
  let found = value;
  for (const name of names) found = (found as Record<string, unknown> | undefined)?.[name];
  return { field: joinPath(names), expected: expectation(worst), got: describeValue(found) };
}

function depth(error: CompiledError | undefined): number {
  return error === undefined ? 0 : error.instancePath.split("/").length;
}

function expectation({ keyword, params }: CompiledError): string {
  switch (keyword) {
    case "type":
      return [params["type"]].flat().join(" or ");
    case "required":
      return "a value";
    case "additionalProperties":
      return "nothing";
    case "enum":
      return (params["allowedValues"] as readonly unknown[]).map(describeValue).join(" or ");
    case "const":
      return describeValue(params["allowedValue"]);
    case "pattern":
      return `text matching ${params["pattern"]}`;
    case "x-integer":
      return `a number of type ${params["kind"]}`;
    case "oneOf":
    case "anyOf":
      return "one of the declared forms";
    default: {
      const limit = params["limit"] === undefined ? "" : ` ${params["limit"]}`;
      return `a value within ${keyword}${limit}`;
    }
  }
}

function joinPath(names: readonly string[]): string {
  return names
    .map((name, index) => {
      if (/^[0-9]+$/.test(name)) return `[${name}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join("");
}

function unescapePointer(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}
