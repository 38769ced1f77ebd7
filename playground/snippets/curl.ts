import { formatJson, parseJson } from "../json/parse.ts";
import type { RestRequest } from "../request/rest.ts";

/** The request as a POST. */
export function curlPost(url: string, request: string): string {
  return `curl -s ${shellWord(url)} \\\n  -H 'content-type: application/json' \\\n  -d ${shellWord(oneLine(request))}`;
}

export function curlGet(url: string): string {
  return `curl -s ${shellWord(url)}`;
}

/** A request to a REST operation. */
export function curlRest(node: string, { path, body, headers }: RestRequest): string {
  const sent = Object.entries(headers).map(
    ([name, value]) => ` \\\n  -H ${shellWord(`${name}: ${value}`)}`,
  );
  const posted = curlPost(node + path, body ?? "");
  return (body === undefined ? curlGet(node + path) : posted) + sent.join("");
}

/** Quotes a text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_\-+=:,./@%]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function oneLine(request: string): string {
  try {
    return formatJson(parseJson(request));
  } catch {
    return request;
  }
}
