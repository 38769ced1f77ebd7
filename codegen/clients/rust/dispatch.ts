import { clientHeader } from "../../emit/writer.ts";
import { labelOf, type Types } from "../lookup.ts";
import type { ClientModel, ClientProfile } from "../model.ts";
import { wordName } from "../names.ts";
import { setterName } from "./apis.ts";
import { rustName, rustType } from "./types.ts";

/**
 * Prints examples/conformance/calls.rs: every method by name, for the conformance program. Params are decoded
 * into their struct, then passed to the typed method one at a time.
 */
export function printDispatch({ generated, profiles, types }: ClientModel): string {
  return `${clientHeader(generated)}use super::*;

${profiles.map((profile) => printProfileDispatch(profile, types)).join("\n")}`;
}

function printProfileDispatch({ apis, prefix }: ClientProfile, types: Types): string {
  const arms = apis.flatMap((api) =>
    api.methods.map((method) => {
      const path = api.paths.length > 1 ? "line.path()?" : "";
      const target = `client.${rustName(api.name)}(${path}).${rustName(method.localName)}`;
      const members = method.params?.members ?? [];
      const required = members.filter((member) => member.required);
      const optional = members.filter((member) => !member.required);
      const name = method.params === undefined ? undefined : wordName(method.params.name);
      const args = required.map((member) => `params.${rustName(labelOf(member))}`).join(", ");
      const decoded =
        name === undefined ? "" : `            let params: types::${name} = line.params()?;\n`;
      const setters = optional.map((member) => {
        const own = rustName(labelOf(member));
        return `            if let Some(value) = params.${own} {\n                call = call.${setterName(member)}(value);\n            }\n`;
      });
      const mutable = optional.length > 0 ? "mut " : "";
      const result = rustType(method.result.type, types, "types::");
      return `        ("${api.name}", "${method.localName}") => {
${decoded}            let ${mutable}call = ${target}(${args});
${setters.join("")}            visit.visit::<_, ${result}>(call)
        }
`;
    }),
  );
  const name = prefix === "" ? "spec" : prefix.toLowerCase();
  return `pub fn ${name}<V: Visit>(client: &${prefix}Client, line: &Line, mut visit: V) -> Result<V::Output, String> {
    Ok(match (line.api(), line.local_name()) {
${arms.join("")}        _ => return Err(format!("no method {}", line.method)),
    })
}
`;
}
