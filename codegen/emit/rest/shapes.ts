import type { Contract, Schema } from "../../model.ts";
import { printShape } from "../server/shapes.ts";
import { header, type Output, printKey } from "../writer.ts";
import { eachRestDocument, type NamedRestDocument } from "./documents.ts";
import { restParamsSchema } from "./params-schema.ts";

/** shapes.ts of each OpenAPI document: what a component, and the parameters and the result of each operation, must be. */
export async function emitRestShapes(_contract: Contract, root: string): Promise<Output[]> {
  return await eachRestDocument(root, "shapes.ts", printShapes);
}

function printShapes({ source, schemas, operations }: NamedRestDocument): string {
  const checked = operations.flatMap((operation) => [
    [`${operation.name}Params`, restParamsSchema(operation)] as const,
    [`${operation.name}Result`, operation.result] as const,
  ]);
  return `${header(source)}
import type { ShapeTable } from "../shape.ts";
import { ShapeChecks } from "../shape-checks.ts";

/** The components of the document, and the parameters and the result of each operation. */
const shapes = {
${rows([...schemas, ...checked])}} satisfies ShapeTable;

const checks = new ShapeChecks(shapes);

/** Makes the function that returns what is wrong with a value of a shape, if anything. */
export function check(name: keyof typeof shapes) {
  return checks.checker(shapes[name]);
}
`;
}

function rows(schemas: readonly (readonly [string, Schema])[]): string {
  const print = (schema: Schema) => printShape(schema, (name) => name);
  return schemas.map(([name, schema]) => `  ${printKey(name)}: ${print(schema)},\n`).join("");
}
