import { formatJson, isObject, listAt, objectAt, textAt } from "../../load/json.ts";
import type { Contract } from "../../model.ts";
import type { SchemaMap } from "../../schema.ts";
import { payloadName, readEvents } from "../events/document.ts";
import type { Output } from "../writer.ts";
import { generatedNote, table } from "./markdown.ts";
import { code, memberRows, typeText } from "./type-text.ts";

/** docs/reference/events.md: the event stream. */
export function emitEventsReference(_contract: Contract, root: string): Output[] {
  const events = readEvents(root);
  if (events === undefined) return [];
  const { json, address, schemas, messages } = events;
  const info = objectAt(json, "info");
  const query = schemas.get("EventsQuery") ?? {};
  const queryRows = memberRows(query).map(([name = "", type = "", , text = ""]) => [
    name,
    type,
    text,
  ]);
  const text = [
    generatedNote,
    `# ${textAt(info, "title")}\n`,
    `${textAt(info, "description")}\n`,
    `- GET ${code(address)}: WebSocket, or Server-Sent Events\n- GET ${code(`${address}/asyncapi.json`)}: the AsyncAPI document\n`,
    "## Query\n",
    table(["Member", "Type", ""], queryRows),
    ...messages.map(({ name, json: message }) => {
      const payload = payloadName(message);
      const schema = schemas.get(payload) ?? {};
      return [
        `## ${name}\n`,
        `${textAt(message, "summary")} ${textAt(schema, "description")}\n`,
        table(["Member", "Type", "", ""], memberRows(schema)),
        ...listAt(message, "examples").map(
          (each) =>
            `\`\`\`json\n${formatJson(isObject(each) ? (each["payload"] ?? {}) : {})}\`\`\`\n`,
        ),
      ].join("\n");
    }),
    "## Types\n",
  ].join("\n");
  return [
    { path: "docs/reference/events.md", text: [text, ...typeTexts(text, schemas)].join("\n") },
  ];
}

/** A section for every type that a section before it links to. */
function typeTexts(page: string, schemas: SchemaMap): string[] {
  const names = new Map([...schemas.keys()].map((name) => [name.toLowerCase(), name]));
  const texts = new Map<string, string>();
  const add = (text: string) => {
    for (const [, anchor = ""] of text.matchAll(/\]\(#(\w+)\)/g)) {
      const name = names.get(anchor);
      if (name === undefined || texts.has(name)) continue;
      const schema = schemas.get(name) ?? {};
      const described = `### ${name}\n\n${typeText(schema)}: ${textAt(schema, "description")}\n`;
      texts.set(name, described);
      add(described);
    }
  };
  add(page);
  return [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
}
