import { isObject, type Json, type JsonObject, objectAt, oneLine } from "../../load/json.ts";
import { merged } from "./alternatives.ts";

/**
 * An object schema with the members that only its conditions declare: those of `then` and `else` and of the schemas that
 * depend on a member. They are optional. Undefined if the members of a condition have alternatives.
 */
export function withConditionalMembers(
  schema: JsonObject,
  schemas: ReadonlyMap<string, Json>,
): JsonObject | undefined {
  const conditions = conditionsOf(schema);
  // What a closed object does not declare, it never has.
  if (conditions.length === 0 || schema["additionalProperties"] === false) return schema;
  const own = objectAt(schema, "properties");
  const added = new Map<string, Json>();
  for (const condition of conditions) {
    const whole = merged(condition, schemas);
    if (whole === undefined) return undefined;
    for (const [name, member] of Object.entries(objectAt(whole, "properties"))) {
      const other = added.get(name);
      const isSame = other === undefined || oneLine(other) === oneLine(member);
      // A condition often repeats only that a member exists.
      if (!Object.hasOwn(own, name)) added.set(name, isSame ? member : true);
    }
  }
  return added.size === 0
    ? schema
    : { ...schema, properties: { ...own, ...Object.fromEntries(added) } };
}

function conditionsOf(schema: JsonObject): JsonObject[] {
  const dependent = [
    ...Object.values(objectAt(schema, "dependentSchemas")),
    ...Object.values(objectAt(schema, "dependencies")),
  ];
  return [schema["if"], schema["then"], schema["else"], ...dependent]
    .filter(isObject)
    .flatMap((each) => [each, ...conditionsOf(each)]);
}
