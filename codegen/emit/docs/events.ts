import { formatJson, isObject, listAt, objectAt, textAt } from "../../load/json.ts";
import type { Contract } from "../../model.ts";
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
    ...["Cursor", "Id", "NodeID", "Uint64String"].map((name) => {
      const schema = schemas.get(name) ?? {};
      return `### ${name}\n\n${typeText(schema)}: ${textAt(schema, "description")}\n`;
    }),
  ].join("\n");
  return [{ path: "docs/reference/events.md", text }];
}
