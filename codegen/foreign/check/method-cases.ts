import { type DeclaredMethod, readMethod } from "../../declared-method.ts";
import { componentSchemas, resultSchema } from "../../document-parts.ts";
import { isObject, type Json, type JsonObject, listAt, memberAt, textAt } from "../../load/json.ts";
import { declarationOf, isDeclaredError } from "../declared-error.ts";
import { sampleParams } from "../sample-params.ts";
import type { Validators } from "../validators.ts";
import type { Answer, Case, Plan, Skipped, Verdict } from "./case.ts";
import { requestBody, sentParams } from "./request.ts";
import { errorText, readResponse } from "./response.ts";

export type Checked = { readonly document: JsonObject; readonly validators: Validators };

const id = 1;

/** The cases of one method: its examples, the errors that say what provokes them, and wrong params. */
export function methodCases(checked: Checked, method: JsonObject): Plan {
  const declared = readMethod(method);
  const { name, paramStructure } = declared;
  const cases: Case[] = [];
  const skipped: Skipped[] = [];
  const all = givenParams(checked, declared);
  if (declared.result === undefined) {
    for (const { label, params } of all) {
      const body = requestBody(name, sentParams(declared, params));
      cases.push({ method: name, kind: "examples", name: label, body, judge: silent });
    }
    return { cases, skipped };
  }
  const add = (kind: Case["kind"], label: string, params: Json | undefined, judge: Case["judge"]) =>
    cases.push({ method: name, kind, name: label, body: requestBody(name, params, id), judge });
  for (const { label, params, isSample } of all) {
    const problem = paramsProblem(checked, declared, params);
    if (problem !== undefined) {
      skipped.push({ method: name, name: label, reason: `${problem}: see lint` });
      continue;
    }
    const judge = (answer: Answer) => resultVerdict(checked, method, answer, isSample);
    add("examples", label, sentParams(declared, params), judge);
    if (paramStructure === "either" && Object.keys(params).length > 0) {
      add("examples", `${label}, by name`, params, judge);
    }
  }
  for (const [index, error] of listAt(method, "errors").filter(isObject).entries()) {
    const label = `error ${error["code"]} ${textAt(error, "message") ?? index}`;
    const provoking = error["x-provoked-by"];
    if (provoking === undefined) {
      skipped.push({
        method: name,
        name: label,
        reason: "the document has no x-provoked-by for it",
      });
      continue;
    }
    add("errors", label, provoking, (answer) => errorVerdict(error, answer));
  }
  const [first] = all;
  for (const [label, params] of wrongParams(checked, declared, first?.params ?? {})) {
    add("wrong params", label, sentParams(declared, params), (answer) =>
      refusalVerdict(checked, method, answer),
    );
  }
  return { cases, skipped };
}

/** No response: the request is a notification. */
export function silent({ status, text }: Answer): Verdict {
  if (status >= 400) return { difference: `a notification got HTTP ${status}` };
  return text.trim() === ""
    ? {}
    : { difference: `a notification got a response: ${text.slice(0, 120)}` };
}

type Given = { readonly label: string; readonly params: JsonObject; readonly isSample: boolean };

/** The params of the examples, or values of the schemas of required params. */
function givenParams(
  { document, validators }: Checked,
  { params, examples }: DeclaredMethod,
): Given[] {
  if (examples.length > 0) {
    return examples.map((example, index) => ({
      label: `example ${example.name || index}`,
      params: example.params,
      isSample: false,
    }));
  }
  const values = sampleParams(params, componentSchemas(document), validators);
  return [{ label: "values of the schemas", params: values, isSample: true }];
}

function paramsProblem(
  { validators }: Checked,
  { params }: DeclaredMethod,
  given: JsonObject,
): string | undefined {
  for (const { name, required, schema } of params) {
    const value = memberAt(given, name);
    if (value === undefined) {
      if (required) return `the required param ${name} is missing`;
      continue;
    }
    const problem = validators.problem(schema, value);
    if (problem !== undefined) return `${name} ${problem}`;
  }
  return undefined;
}

/** A valid result, or an error that the document declares. */
export function resultVerdict(
  { document, validators }: Checked,
  method: JsonObject,
  answer: Answer,
  canBeInvalid: boolean,
): Verdict {
  const response = readResponse(answer, id);
  if (typeof response === "string") return { difference: response };
  if ("error" in response) {
    const text = errorText(response.error);
    // Values of schemas may mean nothing to the server.
    const isExpected = canBeInvalid && response.error.code === -32602;
    return isExpected || declarationOf(response.error, method, document) !== undefined
      ? { note: text }
      : { difference: `undeclared ${text}` };
  }
  const problem = validators.problem(resultSchema(method), response.result);
  return problem === undefined ? {} : { difference: `the result breaks its schema: ${problem}` };
}

function errorVerdict(declared: JsonObject, answer: Answer): Verdict {
  const response = readResponse(answer, id);
  if (typeof response === "string") return { difference: response };
  if (!("error" in response)) return { difference: "expected the error, got a result" };
  return isDeclaredError(declared, response.error)
    ? {}
    : { difference: `got ${errorText(response.error)}` };
}

/** Invalid params, or an error that the document declares. */
function refusalVerdict({ document }: Checked, method: JsonObject, answer: Answer): Verdict {
  const response = readResponse(answer, id);
  if (typeof response === "string") return { difference: response };
  if (!("error" in response)) return { difference: "the server accepted it" };
  const { error } = response;
  return error.code === -32602 || declarationOf(error, method, document) !== undefined
    ? {}
    : { difference: `undeclared ${errorText(error)}` };
}

const odd: readonly Json[] = [{}, [], true, "\u0001", -1.5];

/** Params without each required one, and with a value that the schema of each forbids. */
function wrongParams(
  { validators }: Checked,
  { params, paramStructure }: DeclaredMethod,
  valid: JsonObject,
): [string, JsonObject][] {
  return params.flatMap(({ name, required, schema }, index) => {
    const { [name]: _left, ...others } = valid;
    // In order, a param can be left out only with those after it.
    const later = params.slice(index + 1).map((each) => each.name);
    const before = Object.entries(valid).filter(([each]) => each !== name && !later.includes(each));
    const without = paramStructure === "by-name" ? others : Object.fromEntries(before);
    const bad = odd.find((value) => validators.problem(schema, value) !== undefined);
    const wrong: [string, JsonObject][] = [];
    if (required) wrong.push([`without ${name}`, without]);
    if (bad !== undefined)
      wrong.push([`${name} is ${JSON.stringify(bad)}`, { ...valid, [name]: bad }]);
    return wrong;
  });
}
