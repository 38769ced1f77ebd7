import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { methodsByName, resultSchema } from "../../document-parts.ts";
import { formatJson, isObject, type Json, parseJson, textAt } from "../../load/json.ts";
import { UnusableDocument } from "../read.ts";
import { equal } from "../server/runtime/equal.ts";
import type { Answer, Case, Plan, Skipped, Verdict } from "./case.ts";
import { type Checked, silent } from "./method-cases.ts";
import { errorText, jsonOf, readResponse } from "./response.ts";

/** A request and its recorded response, as `.io` files of execution-apis have them. */
type Exchange = { readonly request: string; readonly response: string };

/**
 * Reads `.io` files as cases: `>>` is a request, `<<` the response that it must have. With a comment that starts with
 * `speconly:`, the response must only match the document. Requests of other methods than `called` are skipped.
 */
export function fileCases(
  checked: Checked,
  places: readonly string[],
  called: ReadonlySet<string>,
): Plan {
  const cases: Case[] = [];
  const skipped: Skipped[] = [];
  for (const [path, name] of places.flatMap(ioFiles)) {
    const text = readFileSync(path, "utf8");
    const specOnly = /^\/\/\s*speconly:/m.test(text);
    for (const [index, { request, response }] of exchangesIn(text, path).entries()) {
      const methods = methodsOf(request);
      const label = `${name} ${index + 1}`;
      const method = methods[0] ?? "request without method";
      const other = methods.find((each) => !called.has(each));
      if (other !== undefined) {
        skipped.push({ method: other, name: label, reason: "not a method that the check calls" });
        continue;
      }
      const judge = (answer: Answer) =>
        response === "" ? silent(answer) : compared(checked, request, response, specOnly, answer);
      cases.push({ method, kind: "files", name: label, body: request, judge });
    }
  }
  return { cases, skipped };
}

function ioFiles(place: string): [path: string, name: string][] {
  if (!existsSync(place)) throw new UnusableDocument(`${place} does not exist`);
  if (statSync(place).isFile()) return [[place, place]];
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".io"))
    .sort()
    .map((path) => [join(place, path), relative("", path)]);
}

function exchangesIn(text: string, path: string): Exchange[] {
  const exchanges: Exchange[] = [];
  let request: string | undefined;
  const end = (response: string) => {
    if (request !== undefined) exchanges.push({ request, response });
    request = undefined;
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.startsWith(">>")) {
      end("");
      request = line.slice(2).trim();
    } else if (line.startsWith("<<")) {
      if (request === undefined) {
        throw new UnusableDocument(`${path}:${index + 1}: a response without a request`);
      }
      end(line.slice(2).trim());
    } else if (line.trim() !== "" && !line.startsWith("//")) {
      throw new UnusableDocument(`${path}:${index + 1}: expected >>, << or //`);
    }
  }
  end("");
  return exchanges;
}

/** The responses to a batch can come in any order. */
function inOrder(value: Json): Json {
  if (!Array.isArray(value)) return value;
  const keyed = value.map((each: Json): [string, Json] => [
    formatJson(isObject(each) ? (each["id"] ?? null) : null),
    each,
  ]);
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, each]) => each);
}

function methodsOf(request: string): string[] {
  try {
    const json = parseJson(request);
    const all = Array.isArray(json) ? (json as readonly Json[]) : [json];
    return all.flatMap((each) => textAt(each, "method") ?? []);
  } catch {
    return [];
  }
}

/** The result must be the same; of an error, the checker of execution-apis compares only that it is one. */
function compared(
  { document, validators }: Checked,
  request: string,
  expected: string,
  specOnly: boolean,
  answer: Answer,
): Verdict {
  const wanted = jsonOf({ status: 200, text: expected });
  const got = jsonOf(answer);
  if (typeof wanted === "string") return { difference: `the file: ${wanted}` };
  if (typeof got === "string") return { difference: got };
  if (!isObject(wanted.value)) {
    return equal(inOrder(wanted.value), inOrder(got.value))
      ? {}
      : { difference: "the response is another one" };
  }
  const id = wanted.value["id"] ?? null;
  const [recorded, response] = [{ status: 200, text: expected }, answer].map((each) =>
    readResponse(each, id),
  );
  if (typeof response === "string") return { difference: response };
  if (typeof recorded === "string" || recorded === undefined || response === undefined) {
    return { difference: `the file: ${recorded}` };
  }
  if ("error" in response) {
    if (!("error" in recorded))
      return { difference: `expected a result, got ${errorText(response.error)}` };
    return response.error.code === recorded.error.code &&
      response.error.message === recorded.error.message
      ? {}
      : { note: `expected ${errorText(recorded.error)}, got ${errorText(response.error)}` };
  }
  if ("error" in recorded)
    return { difference: `expected ${errorText(recorded.error)}, got a result` };
  if (!specOnly && !equal(recorded.result, response.result)) {
    return { difference: "the result is another one" };
  }
  const method = methodsByName(document).get(methodsOf(request)[0] ?? "") ?? {};
  const problem = validators.problem(resultSchema(method), response.result);
  return problem === undefined ? {} : { difference: `the result breaks its schema: ${problem}` };
}
