import type { ClientModel } from "../../codegen/clients/model.ts";
import { formatJson, isObject, type Json, parseJson } from "../../codegen/load/json.ts";
import type { Answer, Call, Line, LineAnswer } from "./call.ts";

/** Makes each call without a client and returns the responses. */
export async function callByHand(
  url: string,
  lines: readonly Line[],
  model: ClientModel,
): Promise<LineAnswer[]> {
  const answers: LineAnswer[] = [];
  for (const line of lines) {
    if ("batch" in line) {
      const batch: Answer[] = [];
      for (const call of line.batch) batch.push(await send(url, call, model));
      answers.push({ batch });
    } else {
      answers.push(await send(url, line, model));
    }
  }
  return answers;
}

async function send(url: string, call: Call, model: ClientModel): Promise<Answer> {
  const params = call.params === undefined ? {} : { params: call.params };
  const response = await fetch(url + pathOf(call, model), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: formatJson({ jsonrpc: "2.0", id: 1, method: call.method, ...params }),
  });
  return answerOf(parseJson(await response.text()), call.method);
}

function answerOf(body: Json, method: string): Answer {
  const { error = null, result } = isObject(body) ? body : {};
  if (error !== null) return { error };
  if (result !== undefined) return { result };
  if (Array.isArray(body)) return { list: body.slice(1) };
  throw new Error(`the node's answer to ${method} is not a valid response: ${formatJson(body)}`);
}

/** The HTTP path of a call. */
export function pathOf({ method, api, path }: Call, model: ClientModel): string {
  const name = api ?? method.slice(0, method.indexOf("."));
  const own = model.profiles[0]?.apis.find((each) => each.name === name);
  const served = own?.paths.find(({ key }) => key === (path ?? ""));
  if (served === undefined) throw new Error(`no path for ${method} ${path ?? ""}`);
  return served.path;
}
