import { join } from "node:path";
import { rustQuoted } from "../../../codegen/clients/literals.ts";
import { labelOf } from "../../../codegen/clients/lookup.ts";
import type { ClientMethod } from "../../../codegen/clients/model.ts";
import { wordName } from "../../../codegen/clients/names.ts";
import { setterName } from "../../../codegen/clients/rust/apis.ts";
import { crateName } from "../../../codegen/clients/rust/package.ts";
import { rustName } from "../../../codegen/clients/rust/types.ts";
import type { CheckedLanguage } from "./language.ts";

/** Shared by all documents, so that dependencies are compiled once. */
const target = (folder: string) => join(folder, "../../rust-target");

export const rust: CheckedLanguage = {
  name: "rust",
  toolchain: ["cargo", "--version"],
  compile: (folder) => [
    {
      command: ["cargo", "build", "--quiet", "--no-default-features", "--lib", "--examples"],
      env: { CARGO_TARGET_DIR: target(folder), RUSTFLAGS: "-D warnings" },
    },
    // Pedantic, with the exceptions in Cargo.toml; only where it is installed.
    {
      command: [
        "sh",
        "-c",
        "! cargo clippy --version >/dev/null 2>&1 || cargo clippy --quiet --no-default-features --lib --example quickstart -- -D warnings",
      ],
      env: { CARGO_TARGET_DIR: target(folder) },
    },
  ],
  run: (folder, info) => ({ command: [join(target(folder), "debug/examples", checkName(info))] }),
  program: (model, info) => {
    const methods = model.profiles.flatMap(({ apis }) => apis.flatMap((api) => api.methods));
    const arms = methods.map(
      (method, index) =>
        `        ${rustQuoted(method.name)} => call_${index}(client, params).await,\n`,
    );
    const functions = methods.map(printCall);
    return [
      [
        `examples/${checkName(info)}.rs`,
        main(crateName(info), arms.join(""), functions.join("\n")),
      ],
    ];
  },
};

function checkName({ name }: { readonly name: string }): string {
  return `check_${name.replaceAll("-", "_")}`;
}

function printCall({ localName, params }: ClientMethod, index: number): string {
  const members = params?.members ?? [];
  const required = members.filter((member) => member.required);
  const args = required.map((member) => `given.${rustName(labelOf(member))}`).join(", ");
  const setters = members
    .filter((member) => !member.required)
    .map(
      (member) =>
        `    if let Some(value) = given.${rustName(labelOf(member))} {\n        call = call.${setterName(member)}(value);\n    }\n`,
    );
  const read =
    params === undefined
      ? ""
      : `    let given: types::${wordName(params.name)} = serde_json::from_str(params.get()).map_err(text)?;\n`;
  return `#[allow(deprecated, unused_variables)]
async fn call_${index}(client: &Client, params: &RawValue) -> Result<String, String> {
${read}    let ${setters.length > 0 ? "mut " : ""}call = client.rpc().${rustName(localName)}(${args});
${setters.join("")}    serde_json::to_string(&call.await.map_err(text)?).map_err(text)
}
`;
}

const main = (
  crate: string,
  arms: string,
  functions: string,
) => `#![allow(unused_imports, unused_variables, dead_code)]
use ${crate}::serde_json::{self, value::RawValue};
use ${crate}::{Client, types};

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

${functions}
async fn call(client: &Client, method: &str, params: &RawValue) -> Result<String, String> {
    match method {
${arms}        _ => Err("no such method".to_owned()),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).unwrap_or_default();
    let client = Client::new(&url)?;
    let calls: Vec<std::collections::BTreeMap<String, Box<RawValue>>> =
        serde_json::from_str(&std::fs::read_to_string("calls.json")?)?;
    let mut outcomes = Vec::new();
    for each in calls {
        let method: String = serde_json::from_str(each["method"].get())?;
        outcomes.push(match call(&client, &method, &each["params"]).await {
            Ok(result) => format!("{{\\"result\\":{result}}}"),
            Err(failure) => format!("{{\\"failure\\":{}}}", serde_json::to_string(&failure)?),
        });
    }
    println!("[{}]", outcomes.join(","));
    Ok(())
}
`;
