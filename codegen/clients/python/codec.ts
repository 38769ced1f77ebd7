import type { ClientModel, Type } from "../model.ts";
import { shapeOf } from "../shapes.ts";
import { pythonValue } from "./values.ts";

/** The shape of a result, by which the runtime reads it; one without members is read as None. */
export function resultShape(type: Type, model: ClientModel): string {
  return isEmptyObject(type) ? '"nothing"' : pythonValue(shapeOf(type, model.types));
}

/** Whether a result has no members, so that the method returns None. */
export function isEmptyObject(type: Type): boolean {
  return type.kind === "named" && type.name === "EmptyObject";
}
