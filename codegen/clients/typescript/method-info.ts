import { printValue } from "../../emit/writer.ts";
import type { ClientMethod, ClientModel } from "../model.ts";
import { shapeOf } from "../shapes.ts";

/** Prints what a call needs to know about its method. */
export function printMethodInfo(method: ClientMethod, model: ClientModel): string {
  const result = method.isNotification ? "json" : shapeOf(method.result.type, model.types);
  const positions = method.params?.members.map(({ name }) => name) ?? [];
  const parts = [
    `hasParams: ${method.params !== undefined}`,
    `repeatable: ${method.repeatable}`,
    `errors: ${printValue(method.errors)}`,
    ...(method.isNotification ? ["isNotification: true"] : []),
    ...(result === "json" ? [] : [`result: ${printValue(result)}`]),
    ...(method.byPosition === undefined || positions.length === 0
      ? []
      : [`positions: ${printValue(positions)}`]),
    ...(method.byPosition === "only" ? ["isOnlyByPosition: true"] : []),
  ];
  return `{ ${parts.join(", ")} }`;
}
