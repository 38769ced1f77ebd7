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

/// A call with the optional params that are given.
macro_rules! with {
    ($call:expr, $($setter:ident: $given:expr),+) => {{
        let mut call = $call;
        $(if let Some(value) = $given {
            call = call.$setter(value);
        })+
        call
    }};
}

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
      const setters = optional.map(
        (member) => `, ${setterName(member)}: params.${rustName(labelOf(member))}`,
      );
      const result = rustType(method.result.type, types, "types::");
      const arm = `        ("${api.name}", "${method.localName}") =>`;
      if (name === undefined) return `${arm} visit.visit::<_, ${result}>(${target}()),\n`;
      const call = `${target}(${args})`;
      return `${arm} {
            let params: types::${name} = line.params()?;
            visit.visit::<_, ${result}>(${setters.length === 0 ? call : `with!(${call}${setters.join("")})`})
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
