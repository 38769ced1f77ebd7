import { objectAt } from "../load/json.ts";
import { follow, type SchemaMap } from "../schema.ts";
import type { Rule } from "./finding.ts";
import { methodPlaces, paramsOf } from "./places.ts";

/** Every param states whether it is required, because tools disagree on the default. One that is has no default. */
export const explicitRequired: Rule = {
  name: "explicit-required",
  check: (subject) =>
    methodPlaces(subject).flatMap((place) => {
      const schemas = new Map(
        Object.entries(objectAt(place.bundle.json["components"], "schemas")),
      ) as SchemaMap;
      return paramsOf(place).flatMap((param) => {
        const { where } = place;
        if (typeof param["required"] !== "boolean") {
          return [{ where, text: `param ${param["name"]} does not say whether it is required` }];
        }
        const hasDefault = "default" in follow(objectAt(param, "schema"), schemas);
        if (param["required"] !== true || !hasDefault) return [];
        return [{ where, text: `param ${param["name"]} is required and has a default` }];
      });
    }),
};
