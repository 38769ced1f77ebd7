import { formatJson, parseJson } from "../json/parse.ts";

/** The request as a POST. */
export function curlPost(url: string, request: string): string {
  return `curl -s ${shellWord(url)} \\\n  -H 'content-type: application/json' \\\n  -d ${shellWord(oneLine(request))}`;
}

export function curlGet(url: string): string {
  return `curl -s ${shellWord(url)}`;
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
