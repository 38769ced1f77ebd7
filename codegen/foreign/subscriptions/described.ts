import { methodsIn, nameOf } from "../../document-parts.ts";
import { type JsonObject, textAt } from "../../load/json.ts";
import { subscriptionsOf } from "./find.ts";

/** The document with descriptions that say what each subscription pushes, and who receives each notification. */
export function withDescribedStreams(document: JsonObject): JsonObject {
  const notes = new Map<string, Set<string>>();
  const note = (name: string, text: string) =>
    notes.set(name, (notes.get(name) ?? new Set<string>()).add(text));
  for (const { method, pushes, end } of subscriptionsOf(document)) {
    const name = nameOf(method);
    const names = pushes.map(({ notification }) => `\`${notification}\``).join(" and ");
    const until = end === undefined ? "the connection closes" : `\`${end}\` ends it`;
    note(name, `Over WebSockets, the server then pushes ${names} until ${until}.`);
    for (const { notification } of pushes) {
      note(notification, `The server sends it to subscribers of \`${name}\`.`);
    }
  }
  if (notes.size === 0) return document;
  const methods = methodsIn(document).map((method) => {
    const own = notes.get(nameOf(method));
    if (own === undefined) return method;
    const description = [textAt(method, "description") ?? "", ...own].filter((text) => text !== "");
    return { ...method, description: description.join("\n\n") };
  });
  return { ...document, methods };
}
