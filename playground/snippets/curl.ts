import { formatJson, parseJson } from "../json/parse.ts";

/** A POST of the request as it stands. */
export function curlPost(url: string, request: string): string {
  return `curl -s ${shellWord(url)} \\\n  -H 'content-type: application/json' \\\n  -d ${shellWord(oneLine(request))}`;
}

export function curlGet(url: string): string {
  return `curl -s ${shellWord(url)}`;
}

/** One word of a POSIX shell, whatever is in the text. */
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
