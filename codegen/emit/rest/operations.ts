import type { RestParameter } from "../../load/openapi.ts";
import type { Contract } from "../../model.ts";
import { header, type Output, printValue } from "../writer.ts";
import { eachRestDocument, type NamedRestDocument } from "./documents.ts";

/** operations.ts of each OpenAPI document: the paths of the operations, and how to read and check their parameters. */
export async function emitRestOperations(_contract: Contract, root: string): Promise<Output[]> {
  return await eachRestDocument(root, "operations.ts", printOperations);
}

function printOperations({ source, operations, called }: NamedRestDocument): string {
  const entries = operations.map(({ name, verb, path, parameters, status }) => {
    const read = parameters.filter(({ place }) => place !== "path").map(readParameter);
    return [
      `  ${name}: {`,
      `    verb: ${printValue(verb)},`,
      `    path: ${printValue(path)},`,
      `    status: ${status},`,
      `    parameters: ${printValue(read)},`,
      `    checkParams: check("${name}Params"),`,
      `    checkResult: check("${name}Result"),`,
      "  },\n",
    ].join("\n");
  });
  return `${header(source)}
import { check } from "./shapes.ts";

/** The operations of ${called}, by name. */
export const operations = {
${entries.join("")}} as const;
`;
}

/** How a parameter outside of the path is read. */
function readParameter({ name, place, schema }: RestParameter) {
  const { type, default: fallback } = schema;
  return {
    name,
    place,
    ...(type !== undefined && { type }),
    ...(fallback !== undefined && { default: fallback }),
  };
}
