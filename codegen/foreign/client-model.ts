import { isNameable, namesReached, type Types, typesOf } from "../clients/lookup.ts";
import type {
  ClientError,
  ClientMethod,
  ClientModel,
  Struct,
  Type,
  TypeDef,
  Union,
} from "../clients/model.ts";
import { inlineAliases } from "../clients/types/inline-aliases.ts";
import { markCycles } from "../clients/types/mark-cycles.ts";
import { NamePool, reservedArguments, takenByStreams } from "../clients/types/name-pool.ts";
import { TypeBuilder, type Widening } from "../clients/types/type-builder.ts";
import { distinctNames } from "../clients/types/type-names.ts";
import { distinguishForms } from "../clients/types/union-forms.ts";
import { type DeclaredMethod, readMethod } from "../declared-method.ts";
import { plainText } from "../emit/wrapped-text.ts";
import { errorTexts, placeholdersIn } from "../error-texts.ts";
import { isObject, type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";
import { buildSubscriptions, streamTypes } from "./client-subscriptions.ts";
import { paramsSampler } from "./sample-params.ts";
import { methodsIn, subscriptionsOf, withoutPushes } from "./subscriptions/find.ts";

export type ForeignModel = {
  readonly model: ClientModel;
  /** The places whose values the clients hand over as raw JSON. */
  readonly widenings: readonly Widening[];
};

/** Builds the model that the client templates render from a self-contained document. */
export function foreignModel(document: JsonObject): ForeignModel {
  const schemas = new Map(Object.entries(objectAt(document["components"], "schemas")));
  const hasStreams = subscriptionsOf(document).length > 0;
  const names = new NamePool(hasStreams ? takenByStreams : undefined);
  const types = new TypeBuilder(schemas, { names: distinctNames(names), printable: plainText });
  const errors = new ErrorNames();
  const written = methodsIn(withoutPushes(document));
  const localNames = localMethodNames(written.map((method) => textAt(method, "name") ?? ""));
  const typeNames = new NamePool();
  const sampled = paramsSampler(document, schemas);
  const built = written.map((method, index) =>
    buildMethod(method, localNames[index] as string, { types, typeNames, errors, sampled }),
  );
  const streams = buildSubscriptions(document, built, { types, names, typeNames });
  const widenings = types.widenings;
  const settled = inlineAliases(types.defs, widenings);
  for (const [name, def] of settled.defs) types.defs.set(name, def);
  markCycles(types.defs);
  settleUnions(types.defs, widenings);
  const methods = built.map((method) => ({
    ...method,
    params: method.params && (types.defs.get(method.params.name) as Struct),
    result: { ...method.result, type: settled.inlined(method.result.type) },
  }));
  const subscriptions = streams.map((stream) => ({
    ...stream,
    params: stream.params && (types.defs.get(stream.params.name) as Struct),
    pushes: stream.pushes.map((push) => ({ ...push, type: settled.inlined(push.type) })),
  }));
  const title = plainText(textAt(objectAt(document, "info"), "title") ?? "API");
  const model: ClientModel = {
    types: usedTypes([...typesOf(methods), ...streamTypes(subscriptions)], types.defs),
    subscriptions,
    generated: { from: "from an OpenRPC document", packageName: "client", isNode: false },
    profiles: [
      {
        name: "spec",
        prefix: "",
        apis: [
          {
            name: "rpc",
            title,
            description: plainText(textAt(objectAt(document, "info"), "description") ?? ""),
            paths: [{ key: "", path: "" }],
            methods,
            sameAsFirst: true,
          },
        ],
      },
    ],
    errors: errors.all(),
    rules: { shared: {}, methods: {} },
    sendsNumbers: true,
    sendsEmptyTexts: true,
  };
  return { model, widenings };
}

type Tools = {
  readonly types: TypeBuilder;
  readonly typeNames: NamePool;
  readonly errors: ErrorNames;
  readonly sampled: ReturnType<typeof paramsSampler>;
};

function buildMethod(
  method: JsonObject,
  localName: string,
  { types, typeNames, errors, sampled }: Tools,
): ClientMethod {
  const declared = readMethod(method);
  const { name, deprecated, repeatable, paramStructure, params, result } = declared;
  const own = typeNames.type(name, "Operation");
  return {
    name,
    localName,
    pascalName: own,
    label: own,
    ...describedAs(declared),
    deprecated,
    repeatable,
    params:
      params.length === 0
        ? undefined
        : types.params(`${own}Params`, `The params of \`${plainText(name)}\`.`, params, name),
    ...(paramStructure !== "by-name" && {
      byPosition: paramStructure === "by-position" ? "only" : "first",
    }),
    example: () => sampled(declared),
    ...(result === undefined && { isNotification: true }),
    result:
      result === undefined
        ? { type: { kind: "null" }, description: "Nothing: it is a notification." }
        : {
            type: types.result(`${own}Result`, result.schema, name),
            description: plainText(result.description) || "The result.",
          },
    errors: listAt(method, "errors").flatMap((error, index) => {
      if (isObject(error) && Number(error["code"]) === (Number(error["code"]) | 0)) {
        return errors.nameOf(error);
      }
      const reason = "its code is not an integer of 32 bits: clients have no name for it";
      types.widenings.push({ where: `${name} errors/${index}`, reason });
      return [];
    }),
  };
}

/** What a method does, in one sentence, and the rest. Without a summary, this is the first sentence of the description. */
function describedAs(method: DeclaredMethod): Pick<ClientMethod, "summary" | "description"> {
  const summary = plainText(method.summary);
  const written = method.description.trim();
  if (summary !== "") return { summary, description: plainText(written) };
  if (written === "") return { summary: `Calls ${method.name}.`, description: "" };
  const end = written.search(/(?<=[.!?])\s+(?=[A-Z])|\n\s*\n|\n\s*[-*\d]/);
  if (end === -1) return { summary: plainText(written), description: "" };
  const [first, rest] = [written.slice(0, end), written.slice(end).trim()];
  return { summary: plainText(first), description: plainText(rest) };
}

/** The names of methods in code: without a prefix that all of them have, and unlike each other. */
function localMethodNames(names: readonly string[]): string[] {
  const own = names.filter((name) => !name.startsWith("rpc."));
  const [prefix = ""] = /^\w+[./]/.exec(own[0] ?? "") ?? [];
  const shared = own.length > 1 && own.every((name) => name.startsWith(prefix)) ? prefix : "";
  const pool = new NamePool(reservedArguments);
  return names.map((name) =>
    pool.identifier(name.startsWith(shared) ? name.slice(shared.length) : name, "operation"),
  );
}

/** Names declared errors by their messages: one name for each code and message. */
class ErrorNames {
  readonly #pool = new NamePool();
  readonly #errors = new Map<string, ClientError>();

  constructor() {
    for (const [name, code, message] of commonErrors) {
      this.#errors.set(`${code} ${message}`, {
        name,
        description: "",
        placeholders: [],
        forms: [{ code, message }],
        common: true,
      });
    }
  }

  nameOf(error: JsonObject): string {
    const code = Number(error["code"]);
    const message = textAt(error, "message") ?? "";
    const key = `${code} ${message}`;
    const known = this.#errors.get(key);
    if (known !== undefined) return known.name;
    const words = message
      .replaceAll(/[^A-Za-z0-9]+/g, " ")
      .trim()
      .split(" ")
      .slice(0, 6)
      .join(" ");
    const name = this.#pool.type(/^[A-Za-z]/.test(words) ? words : `Error ${Math.abs(code)}`);
    this.#errors.set(key, {
      name,
      description: plainText(errorTexts(error).description),
      placeholders: placeholdersIn(message),
      forms: [{ code, message }],
      common: false,
    });
    return name;
  }

  all(): ClientError[] {
    return [...this.#errors.values()];
  }
}

const commonErrors = [
  ["ParseError", -32700, "Parse error"],
  ["InvalidRequest", -32600, "Invalid Request"],
  ["MethodNotFound", -32601, "Method not found"],
  ["InvalidParams", -32602, "Invalid params"],
  ["InternalError", -32603, "Internal error"],
] as const;

/** Kinds of JSON values that unions of all clients can hold. */
const heldKinds: ReadonlySet<string> = new Set(["object", "list", "text", "number", "boolean"]);

/**
 * Finds the tests that distinguish the forms of each union. A union whose forms cannot be
 * distinguished, or hold what a client's union cannot, becomes raw JSON.
 */
function settleUnions(defs: Map<string, TypeDef>, widenings: Widening[]): void {
  for (const def of [...defs.values()]) {
    if (def.kind === "union") defs.set(def.name, withPlainTexts(def, defs));
  }
  const unions = [...defs.values()].filter((def): def is Union => def.kind === "union");
  const settled = new Map<string, Union>();
  for (let left: Union[] = unions; left.length > 0; ) {
    const failed = left.filter((union) => {
      try {
        const found = distinguishForms(checkForms(union, defs), defs);
        const other = found.forms.find(({ json }) => !heldKinds.has(json));
        if (other !== undefined) throw new Error(`a form is ${other.json}`);
        settled.set(union.name, found);
        return false;
      } catch (error) {
        const reason = (error as Error).message;
        widenings.push({
          where: union.name,
          reason: `its forms cannot be distinguished: ${reason}`,
        });
        return true;
      }
    });
    for (const { name, description } of failed) {
      settled.delete(name);
      defs.set(name, { kind: "alias", name, description, target: { kind: "json" } });
    }
    if (failed.length === 0) break;
    left = left.filter((union) => !failed.includes(union));
  }
  for (const [name, union] of settled) defs.set(name, union);
}

/**
 * An enum is text in some languages if its values cannot be identifiers. A union has only one form for text
 * that is not an enum, so such enums become that form.
 */
function withPlainTexts(union: Union, defs: ReadonlyMap<string, TypeDef>): TypeDef {
  const textIn = (type: Type): Type => {
    const def = type.kind === "named" ? defs.get(type.name) : undefined;
    return def?.kind === "enum" && !isNameable(def) ? { kind: "text" } : type;
  };
  const hasText = union.forms.some(({ type }) => type.kind === "text");
  const enums = union.forms.filter(({ type }) => textIn(type) !== type);
  if (enums.length + Number(hasText) < 2) return union;
  const others = union.forms.filter((form) => form.type.kind !== "text" && !enums.includes(form));
  const { name, description } = union;
  if (others.length === 0) return { kind: "alias", name, description, target: { kind: "text" } };
  const [text = enums[0]] = union.forms.filter(({ type }) => type.kind === "text");
  const form = {
    ...(text as Union["forms"][number]),
    name: "Text",
    type: { kind: "text" },
  } as const;
  return { ...union, forms: [form, ...others] };
}

/** What lists can have that are forms of a union. */
const itemKinds: ReadonlySet<string> = new Set(["named", "text", "boolean", "integer", "float"]);

/** Forms must be named types, texts, numbers, truth values, or lists of those: what each client has a form for. */
function checkForms(union: Union, defs: ReadonlyMap<string, TypeDef>): Union {
  for (const { type } of union.forms) {
    if (type.kind === "nullable" || type.kind === "map") {
      throw new Error(`a form is a ${type.kind}`);
    }
    if (type.kind === "list" && !itemKinds.has(type.item.kind)) {
      throw new Error(`a form is a list of the kind ${type.item.kind}`);
    }
    if (type.kind !== "named") continue;
    const end = definitionOf(type, defs);
    if (end === undefined) throw new Error(`the form ${type.name} is not an object`);
    if (end.kind === "union") throw new Error(`the form ${type.name} is a union`);
  }
  return union;
}

function definitionOf(type: Type, defs: ReadonlyMap<string, TypeDef>): TypeDef | undefined {
  const seen = new Set<string>();
  let end = type;
  while (end.kind === "named" && !seen.has(end.name)) {
    seen.add(end.name);
    const def = defs.get(end.name);
    if (def?.kind !== "alias") return def;
    end = def.target;
  }
  return end.kind === "text" || end.kind === "integer"
    ? defs.get((type as { name: string }).name)
    : undefined;
}

/** The types that the given ones mention, directly or indirectly, by name. */
function usedTypes(mentioned: readonly Type[], defs: Types): Types {
  const used = namesReached(mentioned, defs);
  return new Map([...defs].filter(([name]) => used.has(name)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
