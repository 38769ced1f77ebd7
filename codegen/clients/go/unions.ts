import { sentenceAbout } from "../doc-text.ts";
import { quoted } from "../literals.ts";
import {
  fixedTextsFirst,
  innermost,
  integerOf,
  labelOf,
  ownDefinition,
  type Types,
} from "../lookup.ts";
import type {
  ClientModel,
  IntegerType,
  Member,
  Struct,
  Type,
  Union,
  UnionForm,
  UnionTest,
} from "../model.ts";
import { goName } from "../names.ts";
import { alignRows, goComment, jsonTag } from "./source.ts";

/** Whether the type contains a union, which needs an UnmarshalJSON method to be read. */
export function holdsUnion(type: Type, types: Types): boolean {
  return ownDefinition(innermost(type), types)?.kind === "union";
}

/** Prints an interface that every form implements, and the function that reads its JSON. */
export function printUnion(union: Union, { types }: ClientModel): string {
  const name = goName(union.name);
  const leaves = [...new Set(leafTypes(union, types))];
  const kinds = [...new Set(union.forms.map(({ json }) => `${json}Kind`))];
  const described = sentenceAbout(name, union.description || "A value of one of several forms.");
  return `${goComment([described, `It is one of ${leaves.join(", ")}, or Unknown.`])}type ${name} interface{ is${name}() }

${printMarkers(leaves, name)}
func decode${name}(data []byte) (${name}, error) {
	shape := shapeOf(data)
	switch {
${caseLines(union, types)}	default:
		return unknownForm(shape, ${kinds.join(", ")})
	}
}
`;
}

const signatureMax = 99;

function printMarkers(leaves: readonly string[], name: string): string {
  const markers = [...leaves, "Unknown"].map((leaf) => `func (${leaf}) is${name}()`);
  // gofmt breaks the body of a longer one, and aligns those between.
  const isLong = (marker: string) => marker.length > signatureMax;
  return markers
    .map((marker, index) => {
      if (isLong(marker)) return `${marker} {\n}\n`;
      const before = markers.slice(0, index).findLastIndex(isLong) + 1;
      const after = markers.findIndex((each, at) => at > index && isLong(each));
      const run = markers.slice(before, after === -1 ? markers.length : after);
      return `${marker.padEnd(Math.max(...run.map(({ length }) => length)))} {}\n`;
    })
    .join("");
}

/**
 * Prints the MarshalJSON method of a struct with members whose names cannot be in tags. It is called on
 * values, so it has no pointer receiver.
 */
export function printMarshal(
  name: string,
  odd: readonly Member[],
  empty: readonly Member[],
  sendEmpty = "",
): string {
  const rows = [...new Set([...odd, ...empty])].map((member) => {
    const value = `v.${goName(labelOf(member))}`;
    const own = quoted(member.name);
    // A text that is not empty is in the struct already, if its name can be in a tag.
    const isSent = empty.includes(member)
      ? `${value} == "" && slices.Contains(v.${sendEmpty}, ${own})`
      : `${member.required}`;
    return `		{${own}, ${odd.includes(member) ? value : '""'}, ${isSent}},\n`;
  });
  return `// MarshalJSON implements json.Marshaler.
func (v ${name}) MarshalJSON() ([]byte, error) {
	type plain ${name}
	return appendMembers(plain(v), []member{
${rows.join("")}	})
}
`;
}

/**
 * Prints the UnmarshalJSON method of a struct with unions or with members whose names cannot be in
 * tags: it reads those members separately.
 */
export function printUnmarshal(
  { name: wireName }: Struct,
  unions: readonly Member[],
  odd: readonly Member[],
  { types }: ClientModel,
): string {
  const name = goName(wireName);
  const rows = unions.map((member) => ({
    comment: "",
    cells: [goName(labelOf(member)), rawType(member.type), jsonTag(member.name)],
  }));
  const reads = unions.map((member) => {
    const field = goName(labelOf(member));
    return `	if v.${field}, err = ${reader(member.type, types)}(members.${field}); err != nil {
		return within(v, data, ${quoted(member.name)}, err)
	}
`;
  });
  const oddRows = odd.map(
    (member) => `		{${quoted(member.name)}, &v.${goName(labelOf(member))}, true},\n`,
  );
  return `// UnmarshalJSON implements json.Unmarshaler.
func (v *${name}) UnmarshalJSON(data []byte) (err error) {
	type plain ${name}
	members := struct {
		*plain
${alignRows(rows, "\t\t")}	}{plain: (*plain)(v)}
	if err = decodeInto(data, &members); err != nil {
		return within(v, data, "", err)
	}
${reads.join("")}	return ${odd.length === 0 ? "nil" : `within(v, data, "", readMembers(data, []member{\n${oddRows.join("")}	}))`}
}
`;
}

/** Prints the UnmarshalJSON method of a list of unions that is a form of a union. */
export function printListUnmarshal(name: string, type: Type, types: Types): string {
  return `// UnmarshalJSON implements json.Unmarshaler.
func (v *${name}) UnmarshalJSON(data []byte) (err error) {
	var items ${rawType(type)}
	if err = decodeInto(data, &items); err != nil {
		return within(v, data, "", err)
	}
	*v, err = ${reader(type, types)}(items)
	return within(v, data, "", err)
}
`;
}

/** The type that keeps a union's JSON for its reader. */
function rawType(type: Type): string {
  if (type.kind === "list") return `[]${rawType(type.item)}`;
  if (type.kind === "map") return `map[string]${rawType(type.value)}`;
  if (type.kind === "nullable") return rawType(type.inner);
  return "json.RawMessage";
}

/** The function that reads a type that contains a union from what `rawType` keeps. */
export function reader(type: Type, types: Types): string {
  if (type.kind === "list") return `decodeList(${reader(type.item, types)})`;
  if (type.kind === "map") return `decodeMap(${reader(type.value, types)})`;
  if (type.kind === "nullable") return reader(type.inner, types);
  if (type.kind === "named") return `decodeGiven(decode${goName(type.name)})`;
  throw new Error(`the Go client cannot read a union in a ${type.kind}`);
}

function caseLines(union: Union, types: Types): string {
  const byForm = new Map<UnionForm["type"], UnionForm[]>();
  for (const form of fixedTextsFirst(union.forms))
    byForm.set(form.type, [...(byForm.get(form.type) ?? []), form]);
  return [...byForm]
    .map(([type, own]) => {
      const conditions = own.map((form) => condition(form, types));
      return `	case ${conditions.join(",\n\t\t")}:
		return ${decoder(type, own[0] as UnionForm, types, union)}
`;
    })
    .join("");
}

function condition({ json, tests, exact, type }: UnionForm, types: Types): string {
  const parts = [`shape.kind == ${json}Kind`, ...tests.map(testText)];
  if (json === "object" && tests.length > 0) parts.shift();
  if (exact) parts.push(`shape.only(${structMembers(type, types).map(quoted).join(", ")})`);
  return parts.join(" && ");
}

function testText(test: UnionTest): string {
  if ("equals" in test) return `shape.equals(${quoted(test.equals)})`;
  if ("member" in test) return `shape.says(${quoted(test.member)}, ${quoted(test.word)})`;
  return `shape.has(${test.path.map(quoted).join(", ")})`;
}

function decoder(type: Type, form: UnionForm, types: Types, union: Union): string {
  const def = ownDefinition(type, types);
  if (def?.kind === "struct") return `decodePointer[${goName(def.name)}](data)`;
  if (def?.kind === "union") {
    return `asForm[${goName(union.name)}](decode${goName(def.name)}(data))`;
  }
  return `decodeValue[${valueType(type, form, types)}](data)`;
}

function valueType(type: Type, form: UnionForm, types: Types): string {
  const integer = integerOf(type, types);
  if (integer !== undefined) return integer.size.endsWith("int53") ? "Int64" : goWideType(integer);
  return goName(type.kind === "named" ? type.name : form.name);
}

function goWideType({ size }: IntegerType): string {
  return size === "int64" ? "Int64" : "Uint64";
}

/** The Go types that implement the union. */
function leafTypes({ forms }: Union, types: Types): string[] {
  return forms.flatMap((form) => {
    const def = ownDefinition(form.type, types);
    if (def?.kind === "struct") return [`*${goName(def.name)}`];
    if (def?.kind === "union") return leafTypes(def, types);
    return [valueType(form.type, form, types)];
  });
}

function structMembers(type: Type, types: Types): string[] {
  const def = ownDefinition(type, types);
  return def?.kind === "struct" ? def.members.map(({ name }) => name) : [];
}
