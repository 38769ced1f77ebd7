import type { RestOperation } from "../../load/openapi.ts";
import type { Contract, Schema } from "../../model.ts";
import { integerKinds } from "../../schema.ts";
import { printTypes } from "../types.ts";
import { header, type Output } from "../writer.ts";
import { eachRestDocument, type NamedRestDocument } from "./documents.ts";
import { restParamsSchema, restTypeName } from "./params-schema.ts";

/** types.ts of each OpenAPI document: its components, and the parameters and result of each operation. */
export async function emitRestTypes(_contract: Contract, root: string): Promise<Output[]> {
  return await eachRestDocument(root, "types.ts", printDocumentTypes);
}

async function printDocumentTypes(document: NamedRestDocument): Promise<string> {
  const { source, schemas, operations, prefix } = document;
  const types = await printTypes(
    new Map<string, Schema>([
      ...schemas,
      ...operations.map((each) => [restTypeName(each, "Params"), restParamsSchema(each)] as const),
      ...operations.map((each) => [restTypeName(each, "Result"), each.result] as const),
    ]),
    { integer: (kind) => (integerKinds[kind].wide ? "bigint" : "number") },
  );
  return [
    header(source),
    types,
    tableType(operations, `${prefix}Params`, "What a handler gets, by operation.", "Params"),
    tableType(operations, `${prefix}Results`, "What a handler returns, by operation.", "Result"),
  ].join("\n");
}

function tableType(
  operations: readonly RestOperation[],
  name: string,
  doc: string,
  part: "Params" | "Result",
): string {
  const members = operations.map(
    (each) => `  readonly ${each.name}: ${restTypeName(each, part)};\n`,
  );
  return `/** ${doc} */\nexport interface ${name} {\n${members.join("")}}\n`;
}
