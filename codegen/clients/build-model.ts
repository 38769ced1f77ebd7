import type { DeclaredMethod } from "../declared-method.ts";
import type { Json } from "../load/json.ts";
import { methodsOf, namesReached, type Types, typesOf } from "./lookup.ts";
import type {
  ClientApi,
  ClientMethod,
  ClientModel,
  ClientProfile,
  ClientSubscription,
  Struct,
  Type,
} from "./model.ts";
import { inlineAliases } from "./types/inline-aliases.ts";
import { markCycles } from "./types/mark-cycles.ts";
import { settleUnions } from "./types/settle-unions.ts";
import { TypeBuilder, type TypePreset, type Widening } from "./types/type-builder.ts";

/** The documents whose clients are built, and what is particular to them. */
export type ModelPreset = {
  readonly schemas: ReadonlyMap<string, Json>;
  readonly types: TypePreset;
  readonly profiles: readonly [NamedProfile, ...NamedProfile[]];
  /** Adds the types of what the server pushes. */
  readonly streams: (types: TypeBuilder, methods: readonly ClientMethod[]) => Streams;
};

export type NamedProfile = Omit<ClientProfile, "apis"> & { readonly apis: readonly NamedApi[] };
type NamedApi = Omit<ClientApi, "methods"> & { readonly methods: readonly NamedMethod[] };

/** A method and what its clients call it. */
export type NamedMethod = Pick<ClientMethod, "localName" | "label" | "example"> & {
  readonly declared: DeclaredMethod;
  /** The names of its types, or names like those. */
  readonly paramsName: string;
  readonly resultName: string;
  /** Undefined for an error that the clients have no name for. */
  readonly errors: readonly (string | undefined)[];
};

/** What the server pushes. */
type Streams = {
  readonly subscriptions: readonly ClientSubscription[];
  /** Further types of what is pushed, and of what selects it. */
  readonly mentioned: readonly Type[];
};

export type BuiltModel = Pick<ClientModel, "types" | "profiles" | "subscriptions"> & {
  /** The places whose values the clients hand over as raw JSON. */
  readonly widenings: readonly Widening[];
};

/** Builds the model that the templates of all languages render. */
export function buildModel(preset: ModelPreset): BuiltModel {
  const types = new TypeBuilder(preset.schemas, preset.types);
  const { printable } = preset.types;
  const written = preset.profiles.flatMap(({ apis }) => apis.flatMap(({ methods }) => methods));
  const built = new Map(written.map((each) => [each, buildMethod(each, types, printable)]));
  const streams = preset.streams(types, [...built.values()]);
  const { defs, widenings } = types;
  const settled = preset.types.keepsAliases ? (type: Type) => type : inlineAliases(defs, widenings);
  markCycles(defs);
  settleUnions(defs, widenings);

  const settledParams = (params: Struct | undefined) => params && (defs.get(params.name) as Struct);
  const settledMethod = (method: ClientMethod): ClientMethod => ({
    ...method,
    params: settledParams(method.params),
    result: { ...method.result, type: settled(method.result.type) },
  });
  const settledProfile = (profile: NamedProfile): ClientProfile => ({
    ...profile,
    apis: profile.apis.map((api) => ({
      ...api,
      methods: api.methods.map((each) => settledMethod(built.get(each) as ClientMethod)),
    })),
  });
  const [first, ...others] = preset.profiles;
  const profiles: ClientModel["profiles"] = [settledProfile(first), ...others.map(settledProfile)];
  const subscriptions = streams.subscriptions.map((stream) => ({
    ...stream,
    params: settledParams(stream.params),
    pushes: stream.pushes.map((push) => ({ ...push, type: settled(push.type) })),
  }));
  const mentioned = [
    ...typesOf(methodsOf({ profiles })),
    ...subscriptions.flatMap(typesOfStream),
    ...streams.mentioned,
  ];
  return { types: usedTypes(mentioned, defs), profiles, subscriptions, widenings };
}

function buildMethod(
  { declared, paramsName, resultName, errors, ...names }: NamedMethod,
  types: TypeBuilder,
  printable: (text: string) => string,
): ClientMethod {
  const { name, deprecated, repeatable, paramStructure, params, result } = declared;
  return {
    ...names,
    name,
    ...describedAs(declared, printable),
    deprecated,
    repeatable,
    params:
      params.length === 0
        ? undefined
        : types.params(paramsName, `The params of \`${printable(name)}\`.`, params, name),
    ...(paramStructure !== "by-name" && {
      byPosition: paramStructure === "by-position" ? "only" : "first",
    }),
    ...(result === undefined && { isNotification: true }),
    result:
      result === undefined
        ? { type: { kind: "null" }, description: "Nothing: it is a notification." }
        : {
            type: types.result(resultName, result, name),
            description: printable(result.description) || "The result.",
          },
    errors: errors.flatMap((error, index) => {
      if (error !== undefined) return errors.indexOf(error) === index ? error : [];
      const reason = "its code is not an integer of 32 bits: clients have no name for it";
      types.widenings.push({ where: `${name} errors/${index}`, reason });
      return [];
    }),
  };
}

/** What a method does, in one sentence, and the rest. Without a summary, this is the first sentence of the description. */
function describedAs(
  { name, summary, description }: DeclaredMethod,
  printable: (text: string) => string,
): Pick<ClientMethod, "summary" | "description"> {
  const short = printable(summary);
  const written = description.trim();
  if (short !== "") return { summary: short, description: printable(written) };
  if (written === "") return { summary: `Calls ${name}.`, description: "" };
  const end = written.search(/(?<=[.!?])\s+(?=[A-Z])|\n\s*\n|\n\s*[-*\d]/);
  if (end === -1) return { summary: printable(written), description: "" };
  const [first, rest] = [written.slice(0, end), written.slice(end).trim()];
  return { summary: printable(first), description: printable(rest) };
}

function typesOfStream({ params, pushes }: ClientSubscription): Type[] {
  const named = params === undefined ? [] : [{ kind: "named", name: params.name } as const];
  return [...named, ...pushes.map(({ type }) => type)];
}

/** The types that the given ones mention, directly or indirectly, by name. */
function usedTypes(mentioned: readonly Type[], defs: Types): Types {
  const used = namesReached(mentioned, defs);
  return new Map([...defs].filter(([name]) => used.has(name)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
