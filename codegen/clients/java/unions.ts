import { quoted } from "../literals.ts";
import {
  definition,
  fixedTextsFirst,
  integerOf,
  isWrittenAsText,
  ownDefinition,
  type Types,
  target,
} from "../lookup.ts";
import type { Type, Union, UnionForm } from "../model.ts";
import { wordName } from "../names.ts";
import { javaDoc } from "./docs.ts";
import { isText, javaType } from "./types.ts";

/**
 * The record that holds a form that is not an object: text, a list, an integer. Undefined for a form
 * whose own type is a subtype of the union.
 */
export function formClass(type: Type, types: Types): string | undefined {
  const def = definition(type, types);
  if (def !== undefined && !isText(type, types)) return undefined;
  const end = target(type, types);
  if (end.kind === "integer" || end.kind === "float") return "Number";
  if (type.kind === "named") return wordName(type.name);
  if (end.kind === "boolean") return "Truth";
  if (end.kind === "map") return "Members";
  return end.kind === "list" ? "Many" : "Text";
}

/** Prints a sealed interface: object forms implement it, other forms are records in it. */
export function printUnion(def: Union, parents: readonly string[], types: Types): string {
  const name = wordName(def.name);
  const forms = distinct(def.forms, types);
  const held = forms.filter((form) => formClass(form.type, types) !== undefined);
  const own = forms.filter((form) => formClass(form.type, types) === undefined);
  const permitted = [
    ...own.map((form) => javaType(form.type, types)),
    ...held.map((form) => `${name}.${formClass(form.type, types)}`),
    `${name}.Other`,
  ];
  const extended = parents.length === 0 ? "" : ` extends ${parents.join(", ")}`;
  const makers = new Map(held.map((form) => [javaType(form.type, types), form]));
  const records = held.map((form) =>
    printHeld(name, form, types, makers.get(javaType(form.type, types)) === form),
  );
  const other = `  /**
   * A form that this client does not know.
   *
   * @param json the value as JSON
   */
  @JsonDeserialize
  record Other(@JsonValue JsonNode json) implements ${name} {}
`;
  return `${javaDoc([def.description || "A value of one of several forms."])}@JsonDeserialize(using = Readers.${name}Reader.class)
public sealed interface ${name}${extended}
    permits ${permitted.join(", ")} {
${[...records, other].join("\n")}}
`;
}

function distinct(forms: readonly UnionForm[], types: Types): UnionForm[] {
  return [...new Map(forms.map((form) => [javaClass(form, types), form])).values()];
}

function javaClass({ type }: UnionForm, types: Types): string {
  return formClass(type, types) ?? javaType(type, types);
}

function printHeld(
  union: string,
  { type, name }: UnionForm,
  types: Types,
  hasMaker: boolean,
): string {
  const own = formClass(type, types) ?? "";
  const held = javaType(type, types);
  const def = ownDefinition(type, types);
  const asText = isWrittenAsText(integerOf(type, types));
  const doc = javaDoc([def?.description || name], ["@param value the value"], "  ");
  const record = `${doc}  @JsonDeserialize
  record ${own}(${asText ? "" : "@JsonValue "}${held} value) implements ${union} {${asText ? textValue : ""}}
`;
  const of = (given: string, value: string) => `
  /**
   * Returns the form <code>${own}</code>.
   *
   * @param value the value
   * @return the form that holds it
   */
  static ${union} of(${given} value) {
    return new ${own}(${value});
  }
`;
  const long = held === "BigInteger" ? of("long", "BigInteger.valueOf(value)") : "";
  return hasMaker ? `${record}${of(held, "value")}${long}` : record;
}

/** The method that writes a record of a 64-bit integer. */
const textValue = `
    /**
     * Returns the value as decimal text, which is how it is sent.
     *
     * @return the text
     */
    @JsonValue
    public String text() {
      return value.toString();
    }
  `;

/** Prints Readers.java: how to distinguish the forms of each union. */
export function printReaders(unions: readonly Union[], types: Types): string {
  const readers = unions.map((union) => printReader(union, types));
  return `/** Readers of unions. */
final class Readers {
  private Readers() {}

${readers.join("\n")}}
`;
}

function printReader(union: Union, types: Types): string {
  const name = wordName(union.name);
  const rows = fixedTextsFirst(union.forms).map(
    (form) => `              ${printForm(form, name, types)}`,
  );
  return `  static final class ${name}Reader extends UnionReader<${name}> {
    ${name}Reader() {
      super(
          ${name}.class,
          List.of(
${rows.join(",\n")}),
          ${name}.Other::new);
    }
  }
`;
}

function printForm(form: UnionForm, union: string, types: Types): string {
  const { json, tests, exact, type } = form;
  const [word] = tests.flatMap((test) => ("equals" in test ? [quoted(test.equals)] : []));
  const listed = (names: readonly string[]) => names.map(quoted).join(", ");
  const paths = tests.flatMap((test) => ("path" in test ? [`List.of(${listed(test.path)})`] : []));
  const def = definition(type, types);
  const only =
    exact && def?.kind === "struct"
      ? `Set.of(${listed(def.members.map(({ name }) => name))})`
      : "null";
  const members = tests.flatMap((test) => ("member" in test ? [test.member, test.word] : []));
  if (members.length > 0) {
    return `new Form<>(Map.of(${listed(members)}), ${printRead(type, union, types)})`;
  }
  const kind = `Kind.${json.toUpperCase()}`;
  return `new Form<>(${kind}, ${word ?? "null"}, List.of(${paths.join(", ")}), ${only}, ${printRead(type, union, types)})`;
}

function printRead(type: Type, union: string, types: Types): string {
  const held = formClass(type, types);
  const end = target(type, types);
  if (held === undefined) {
    return `(value, context) -> context.readTreeAsValue(value, ${javaType(type, types)}.class)`;
  }
  if (end.kind === "list" || end.kind === "map") {
    const inner = `${javaType(end.kind === "list" ? end.item : end.value, types, true)}.class`;
    const made =
      end.kind === "list"
        ? `constructCollectionType(List.class, ${inner})`
        : `constructMapType(Map.class, String.class, ${inner})`;
    return `(value, context) -> new ${union}.${held}(context.readTreeAsValue(value, context.getTypeFactory().${made}))`;
  }
  return `(value, context) -> new ${union}.${held}(context.readTreeAsValue(value, ${javaType(type, types)}.class))`;
}
