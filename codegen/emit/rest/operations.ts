import { type RestParameter, readOpenApi } from "../../load/openapi.ts";
import type { Contract } from "../../model.ts";
import { header, type Output, printValue } from "../writer.ts";

/** src/generated/data-api/operations.ts: the paths of the operations, and how to read and check their parameters. */
export async function emitRestOperations(_contract: Contract, root: string): Promise<Output[]> {
  const document = await readOpenApi(root, "data");
  if (document === undefined) return [];
  const { source, operations } = document;
  const entries = operations.map(({ name, verb, path, parameters }) => {
    const read = parameters.filter(({ place }) => place !== "path").map(readParameter);
    return [
      `  ${name}: {`,
      `    verb: ${printValue(verb)},`,
      `    path: ${printValue(path)},`,
      `    parameters: ${printValue(read)},`,
      `    checkParams: check("${name}Params"),`,
      `    checkResult: check("${name}Result"),`,
      "  },\n",
    ].join("\n");
  });
  const text = `${header(source)}
import { check } from "./shapes.ts";

/** The operations of the Data API, by name. */
export const operations = {
${entries.join("")}} as const;
`;
  return [{ path: "src/generated/data-api/operations.ts", text }];
}

/** How a parameter outside of the path is read. */
function readParameter({ name, place, schema }: RestParameter) {
  const { type, default: fallback } = schema;
  return { name, place, type, ...(fallback !== undefined && { default: fallback }) };
}
