import { type RestOperation, readOpenApi } from "../../load/openapi.ts";
import type { Contract, Schema } from "../../model.ts";
import { integerKinds } from "../../schema.ts";
import { printTypes } from "../types.ts";
import { header, type Output } from "../writer.ts";
import { restParamsSchema, restTypeName } from "./params-schema.ts";

/** src/generated/data-api/types.ts: the components of openapi/data.json, and the parameters and result of each operation. */
export async function emitRestTypes(_contract: Contract, root: string): Promise<Output[]> {
  const document = await readOpenApi(root, "data");
  if (document === undefined) return [];
  const { source, schemas, operations } = document;
  const types = await printTypes(
    new Map<string, Schema>([
      ...schemas,
      ...operations.map((each) => [restTypeName(each, "Params"), restParamsSchema(each)] as const),
      ...operations.map((each) => [restTypeName(each, "Result"), each.result] as const),
    ]),
    { integer: (kind) => (integerKinds[kind].wide ? "bigint" : "number") },
  );
  const text = [
    header(source),
    types,
    tableType(operations, "DataParams", "What a handler gets, by operation.", "Params"),
    tableType(operations, "DataResults", "What a handler returns, by operation.", "Result"),
  ].join("\n");
  return [{ path: "src/generated/data-api/types.ts", text }];
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
