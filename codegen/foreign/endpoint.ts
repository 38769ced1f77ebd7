import { type JsonObject, listAt } from "../load/json.ts";

/** The URL of a document's calls. One server can serve several documents: `x-paths` names the path of each. */
export function endpointOf(server: string, document: JsonObject): string {
  const [path] = listAt(document, "x-paths");
  return typeof path === "string" && new URL(server).pathname === "/"
    ? new URL(path, server).href
    : server;
}
