import draft7 from "ajv/dist/refs/json-schema-draft-07.json" with { type: "json" };

const self = { $ref: "#" };
const map = { type: "object", additionalProperties: self };
const text = { type: "string" };

/** Keywords of JSON Schema 2020-12 that draft 7 lacks. */
const later = {
  $anchor: text,
  $defs: map,
  $dynamicAnchor: text,
  $dynamicRef: text,
  dependentRequired: {
    type: "object",
    additionalProperties: { $ref: "#/definitions/stringArray" },
  },
  dependentSchemas: map,
  maxContains: { $ref: "#/definitions/nonNegativeInteger" },
  minContains: { $ref: "#/definitions/nonNegativeInteger" },
  prefixItems: { $ref: "#/definitions/schemaArray" },
  unevaluatedItems: self,
  unevaluatedProperties: self,
};

const published = "https://meta.json-schema.tools";
const identity = "schema";

/** A meta-schema of OpenRPC with references that lead to {@link schemaOfSchemas}. */
export function withOurSchemas(metaSchema: object): object {
  const text = JSON.stringify(metaSchema)
    .replaceAll(
      `"${published}/#/definitions/JSONSchemaObject/properties/$ref"`,
      `"${identity}#/definitions/reference"`,
    )
    .replaceAll(`"${published}"`, `"${identity}"`);
  return JSON.parse(text) as object;
}

/**
 * The meta-schema of JSON Schema draft 7 with the keywords of 2020-12.
 */
export function schemaOfSchemas(): object {
  const { $schema: _schema, $id: _id, definitions, properties, ...rest } = draft7;
  return {
    ...rest,
    $id: identity,
    definitions: {
      ...definitions,
      reference: text,
    },
    properties: { ...properties, ...later },
  };
}
