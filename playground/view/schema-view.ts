import type { Contract } from "../contract/contract.ts";
import type { Schema } from "../contract/packed.ts";
import {
  choices,
  descriptionOf,
  follow,
  integerKind,
  limitsOf,
  type Member,
  membersOf,
  referenceName,
  unionForms,
} from "../contract/schema.ts";
import { formatJson, isObject } from "../json/parse.ts";
import { h } from "./element.ts";
import { prose } from "./prose.ts";

/** A short description of a schema, with a link to each component in it. */
export function typeText(schema: Schema): (Node | string)[] {
  const name = referenceName(schema);
  if (name !== undefined) return [h("a", { href: `#${name}` }, name)];
  const kind = integerKind(schema);
  if (kind !== undefined) return [kind];
  const values = choices(schema);
  if (values.length > 0) {
    return joined(values.map((value) => [h("code", {}, formatJson(value))]));
  }
  const forms = unionForms(schema);
  if (forms.length > 0) return joined(forms.map(typeText));
  const { items, additionalProperties, type } = schema;
  if (isObject(items)) return ["list of ", ...typeText(items)];
  if (isObject(additionalProperties)) return ["map to ", ...typeText(additionalProperties)];
  if (typeof type === "string") return [type === "string" ? "text" : type];
  return [Array.isArray(type) ? type.join(" or ") : "any"];
}

function joined(parts: readonly (Node | string)[][]): (Node | string)[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [" or ", ...part]));
}

/** A param or member: name, type, whether it is required, description and limits. */
export function memberRow(
  { name, schema, required }: Member,
  description: string,
  need: string | Node,
  contract: Contract,
): HTMLElement[] {
  const limits = limitsOf(schema);
  const words = description || descriptionOf(follow(schema, contract.schemas));
  return [
    h(
      "dt",
      {},
      h("code", { class: "member-name" }, name),
      h("span", { class: "member-type" }, ...typeText(schema)),
      h("span", { class: required ? "member-need required" : "member-need" }, need),
    ),
    h(
      "dd",
      {},
      h("p", {}, ...prose(words, contract)),
      limits.length > 0 && h("p", { class: "limits" }, ...prose(limits.join(" · "), contract)),
      ...innerShape(schema, contract),
    ),
  ];
}

/** The members of an object, or of each form that it may have. */
export function shape(schema: Schema, contract: Contract): HTMLElement[] {
  const members = membersOf(schema);
  if (members.length > 0) {
    const rows = members.map((member) =>
      memberRow(
        member,
        descriptionOf(member.schema),
        member.required ? "" : "may be left out",
        contract,
      ),
    );
    return [h("dl", { class: "members" }, ...rows.flat())];
  }
  const { items, additionalProperties } = schema;
  for (const inner of [items, additionalProperties]) {
    if (isObject(inner) && referenceName(inner) === undefined) return shape(inner, contract);
  }
  return unionForms(schema)
    .filter((form) => referenceName(form) === undefined && membersOf(form).length > 0)
    .map((form) =>
      h(
        "div",
        { class: "form" },
        h("p", { class: "form-label" }, ...prose(descriptionOf(form), contract)),
        ...shape(form, contract),
      ),
    );
}

/** Members written in place; named types are behind their link. */
function innerShape(schema: Schema, contract: Contract): HTMLElement[] {
  return referenceName(schema) === undefined ? shape(schema, contract) : [];
}
