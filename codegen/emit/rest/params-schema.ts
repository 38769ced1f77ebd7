import type { RestOperation } from "../../load/openapi.ts";
import type { Schema } from "../../model.ts";
import { pascalName } from "../writer.ts";

/** The parameters of an operation as one closed object. Those with a default are always there. */
export function restParamsSchema({ name, parameters }: RestOperation): Schema {
  const given = parameters.filter(
    ({ isRequired, schema }) => isRequired || schema["default"] !== undefined,
  );
  return {
    type: "object",
    description: `Parameters of \`${name}\`.`,
    additionalProperties: false,
    required: given.map((parameter) => parameter.name),
    properties: Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        { ...parameter.schema, description: parameter.description },
      ]),
    ),
  };
}

/** The name of the type of an operation's parameters or result. */
export function restTypeName({ name }: RestOperation, part: "Params" | "Result"): string {
  return pascalName(name) + part;
}
