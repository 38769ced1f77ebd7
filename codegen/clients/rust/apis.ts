import { clientHeader } from "../../emit/writer.ts";
import { rustQuoted } from "../literals.ts";
import { definition, hasPaths, labelOf, methodsOf, type Types, target } from "../lookup.ts";
import type {
  ClientApi,
  ClientMethod,
  ClientModel,
  ClientProfile,
  Member,
  Struct,
  Type,
} from "../model.ts";
import { wordName } from "../names.ts";
import { rustDoc } from "./docs.ts";
import { rustName, rustType } from "./types.ts";

/** Prints spec.rs or avalanchego.rs: the APIs of a profile, and the methods of its client that return them. */
export function printProfile(profile: ClientProfile, model: ClientModel): string {
  const { generated, profiles, types } = model;
  const isFirst = profile.prefix === "";
  const own = profile.apis.filter((api) => !api.sameAsFirst);
  const apis = own.map((api) => printApi(api, profile.prefix, types));
  const paths = isFirst ? profile.apis.filter(hasPaths).map(printPaths) : [];
  const of = profiles.length === 1 ? "" : ` of profile \`${profile.name}\``;
  const body = [printClient(profile), ...paths, ...apis].join("\n");
  return `${clientHeader(generated)}//! The APIs${of}.

use crate::call::{Call, MethodInfo, NoParams};
use crate::caller::Caller;
use crate::client::${profile.prefix}Client;
${isFirst ? "" : "pub use crate::generated::spec::*;\n"}use crate::types::*;
${mapsIn(body)}
${body}`;
}

/** The import of maps, which few params and results have. */
function mapsIn(body: string): string {
  return body.includes("BTreeMap<") ? "use std::collections::BTreeMap;\n" : "";
}

/** Prints the setters of optional params, once for all profiles. */
export function printSetters(model: ClientModel): string {
  const { generated, types } = model;
  const blocks = paramsOf(model).flatMap(({ name, members }) => {
    const optional = members.filter(({ required }) => !required);
    if (optional.length === 0) return [];
    const setters = optional.map((member) => printSetter(member, types));
    return [`setters!(${wordName(name)} {\n${setters.join("")}});\n`];
  });
  const body = blocks.join("\n");
  return `${clientHeader(generated)}//! Setters of the optional params of calls.

use crate::forms::setters;
use crate::types::*;
${mapsIn(body)}
${body}`;
}

/** The params of every method, each once. */
function paramsOf({ types, profiles }: ClientModel): Struct[] {
  const methods = methodsOf({ profiles });
  const names = new Set(methods.map(({ params }) => params?.name));
  const structs = [...types.values()].filter((def) => def.kind === "struct");
  return structs.filter(({ name }) => names.has(name));
}

function printSetter(setter: Member, types: Types): string {
  const { name, description, type } = setter;
  const member = rustName(labelOf(setter));
  const doc = rustDoc([`Sets \`${name}\`. ${description}`], "    ");
  return `${doc}    ${setterName(setter)}(${member}: ${argumentType(type, types)}) => ${convert(member, type, types)};\n`;
}

/** The method that sets an optional param. A call has a method `method` of its own. */
export function setterName(member: Member): string {
  const name = rustName(labelOf(member));
  return name === "method" ? "method_" : name;
}

/** Prints an enum of the paths of an API. */
function printPaths(api: ClientApi): string {
  const name = `${wordName(api.name)}Path`;
  const variants = api.paths.map(({ key, path }) => `    /// \`${path}\`\n    ${wordName(key)},\n`);
  const paths = api.paths.map(
    ({ key, path }) => `            Self::${wordName(key)} => "${path}",\n`,
  );
  return `/// The paths of the API \`${api.name}\`. Each path has its own data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ${name} {
${variants.join("")}}

impl ${name} {
    /// Returns the path on the node.
    pub fn as_str(self) -> &'static str {
        match self {
${paths.join("")}        }
    }
}
`;
}

function printClient({ apis, prefix }: ClientProfile): string {
  const methods = apis.map((api) => {
    const name = apiName(api, prefix);
    const [first] = api.paths;
    const argument = hasPaths(api) ? `, path: ${wordName(api.name)}Path` : "";
    const path = hasPaths(api) ? "path.as_str()" : rustQuoted(first?.path ?? "");
    return `    /// Returns the ${api.title}.
    pub fn ${rustName(api.name)}(&self${argument}) -> ${name} {
        ${name} { caller: self.caller.clone(), path: ${path} }
    }
`;
  });
  return `impl ${prefix}Client {\n${methods.join("\n")}}\n`;
}

function apiName(api: ClientApi, prefix: string): string {
  return `${api.sameAsFirst ? "" : prefix}${wordName(api.name)}Api`;
}

function printApi(api: ClientApi, prefix: string, types: Types): string {
  const name = apiName(api, prefix);
  const methods = api.methods.map((method) => printMethod(method, types));
  return `${rustDoc([api.description])}#[derive(Debug, Clone)]
pub struct ${name} {
    pub(super) caller: Caller,
    pub(super) path: &'static str,
}

impl ${name} {
${methods.join("\n")}}
`;
}

function printMethod(method: ClientMethod, types: Types): string {
  const { params, result } = method;
  const required = params?.members.filter((member) => member.required) ?? [];
  const args = required.map(
    (member) => `, ${rustName(labelOf(member))}: ${argumentType(member.type, types)}`,
  );
  const paramsType = params === undefined ? "NoParams" : wordName(params.name);
  const errors = method.errors.map((error) => `\`${wordName(error)}\``).join(", ");
  const doc = rustDoc(
    [
      method.summary,
      method.description,
      ...required
        .filter(({ description }) => description !== "")
        .map((member) => `\`${rustName(labelOf(member))}\`: ${member.description}`),
      errors === "" ? "" : `Declared errors: ${errors}.`,
    ],
    "    ",
  );
  const deprecated = method.deprecated
    ? `    #[deprecated = "the OpenRPC document deprecates this method"]\n`
    : "";
  return `${doc}${deprecated}    pub fn ${rustName(method.localName)}(&self${args.join("")}) -> Call<${paramsType}, ${method.isNotification ? "()" : rustType(result.type, types)}> {
        const METHOD: MethodInfo = ${printInfo(method)};
        Call::new(self.caller.clone(), self.path, &METHOD, ${printParams(params, types)})
    }
`;
}

/** The expression with what a call needs to know about its method. */
export function printInfo(method: ClientMethod): string {
  const { name, repeatable, errors, params, byPosition } = method;
  const declared = errors.map((error) => `"${error}"`).join(", ");
  const kind = method.isNotification ? ".notification()" : "";
  const info = `MethodInfo::new(${rustQuoted(name)}, ${repeatable}, &[${declared}])${kind}`;
  if (byPosition === undefined || params === undefined) return info;
  const names = params.members.map((member) => rustQuoted(member.name)).join(", ");
  return `${info}.at(${byPosition === "only"}, &[${names}])`;
}

function printParams(params: Struct | undefined, types: Types): string {
  if (params === undefined) return "NoParams";
  const members = params.members.map(({ name, label = name, type, required }) => {
    const member = rustName(label);
    return `${member}: ${required ? convert(member, type, types) : "None"}`;
  });
  const printed = members.map((member) => member.replace(/^(\S+): \1$/, "$1"));
  return `${wordName(params.name)} { ${printed.join(", ")} }`;
}

/** The type of an argument: anything that converts to the type of the param without loss. */
function argumentType(type: Type, types: Types): string {
  const end = target(type, types);
  if (end.kind === "text") return "impl Into<String>";
  if (end.kind === "list" && target(end.item, types).kind === "text") {
    return "impl IntoIterator<Item = impl Into<String>>";
  }
  if (definition(type, types)?.kind === "union") {
    return `impl Into<${rustType(type, types)}>`;
  }
  return rustType(type, types);
}

function convert(name: string, type: Type, types: Types): string {
  const given = argumentType(type, types);
  if (given.startsWith("impl IntoIterator")) return `${name}.into_iter().map(Into::into).collect()`;
  return given.startsWith("impl Into") ? `${name}.into()` : name;
}
