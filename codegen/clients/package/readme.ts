import { plainText, wrap } from "../../emit/wrapped-text.ts";
import type { Json } from "../../load/json.ts";
import type { PackageInfo } from "../language.ts";
import { methodsOf, target } from "../lookup.ts";
import type { ClientMethod, ClientModel, ClientSubscription, Member, Type } from "../model.ts";

/** The README of a package: what it is, how to use it, and its methods with their names in the language. */
export function packageReadme(
  model: ClientModel,
  info: PackageInfo,
  usage: string,
  nameInCode: (localName: string) => string,
): string {
  return `# Client of ${markdown(info.title)}

${wrap(`Generated from version ${info.version} of its OpenRPC document by \`couloir contract client\`.`, 100).join("\n")}

${info.license === undefined ? "" : `Licence: ${markdown(info.license.name)}\n\n`}${usage}
## Methods

${nameTable(methodsOf(model), nameInCode)}`;
}

/** A table of methods, or of subscriptions by the methods that begin them. */
export function nameTable(
  rows: readonly (ClientMethod | ClientSubscription)[],
  nameInCode: (localName: string) => string,
): string {
  const lines = rows.map((row) => {
    const name = "method" in row ? row.method : row.name;
    return `| ${cell(name)} | ${cell(nameInCode(row.localName))} | ${markdown(row.summary)} |\n`;
  });
  return `| Method | In code | |\n|---|---|---|\n${lines.join("")}`;
}

/** Text of a document as Markdown that cannot end its place: no tags, links or table cells. */
export function markdown(text: string): string {
  return plainText(text).replaceAll(/[\\`*_{}[\]<>|#]/g, "\\$&");
}

export function cell(text: string): string {
  return `\`${plainText(text).replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

/** A method and texts, numbers and booleans for its required params. */
export type ExampleCall = {
  readonly method: ClientMethod;
  readonly values: readonly {
    readonly member: Member;
    readonly value: string | number | boolean;
  }[];
};

/**
 * The call that the example makes: the first method whose required params are all texts, numbers or
 * booleans, with valid values. Undefined if there is no such method.
 */
export function exampleCall(model: ClientModel): ExampleCall | undefined {
  const methods = methodsOf(model);
  // Some compilers warn about calls of deprecated methods; notifications have no result to print.
  for (const method of methods.filter(
    ({ deprecated, isNotification }) => !deprecated && isNotification !== true,
  )) {
    const required = method.params?.members.filter((member) => member.required) ?? [];
    if (!required.every(({ type }) => isPlainType(type, model))) continue;
    const given = required.length > 0 ? method.example?.() : {};
    const values = required.map((member) => ({
      member,
      value: exampleValue(member.type, given?.[member.name], model),
    }));
    const isPlain = (each: (typeof values)[number]): each is ExampleCall["values"][number] =>
      each.value !== undefined;
    if (values.every(isPlain)) return { method, values };
  }
  return undefined;
}

function exampleValue(
  type: Type,
  given: Json | undefined,
  { types }: ClientModel,
): string | number | boolean | undefined {
  const end = target(type, types);
  switch (end.kind) {
    case "text":
      return typeof given === "string" ? plainText(given) : "";
    case "boolean":
      return given === true;
    case "integer":
      // Larger integers are written in another way in each language.
      return given === undefined || Number.isSafeInteger(given) ? Number(given ?? 1) : undefined;
    default:
      return undefined;
  }
}

function isPlainType(type: Type, { types }: ClientModel): boolean {
  return ["text", "boolean", "integer"].includes(target(type, types).kind);
}
