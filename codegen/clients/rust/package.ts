import { plainText } from "../../emit/wrapped-text.ts";
import type { PackageInfo, PackageWriter } from "../language.ts";
import { rustQuoted } from "../literals.ts";
import type { ClientModel } from "../model.ts";
import { runtimeFile, spdx } from "../package/package.ts";
import { exampleCall, packageReadme } from "../package/readme.ts";
import { streamReadme } from "../package/stream-readme.ts";
import { hasSubscriptions } from "../package/streams.ts";
import { versions } from "../package/versions.ts";
import { printProfile, printSetters } from "./apis.ts";
import { printDefinitions } from "./definitions.ts";
import { printErrors } from "./errors.ts";
import { printModules, printRules } from "./modules.ts";
import { rustRuntime } from "./runtime.ts";
import { rustSocketDependencies, rustSubscriptionFiles } from "./subscriptions.ts";
import { rustName } from "./types.ts";

/** A crate on reqwest, serde and tokio. */
export const rustPackage: PackageWriter = (model, info) => {
  const [profile] = model.profiles;
  const hasStreams = hasSubscriptions(model);
  return [
    { path: "Cargo.toml", text: manifest(info, hasStreams) },
    { path: ".gitignore", text: "/target\n" },
    { path: "src/lib.rs", text: library(info, hasStreams) },
    ...rustRuntime(hasStreams),
    { path: "src/generated/mod.rs", text: printModules(model) },
    { path: "src/generated/types.rs", text: printDefinitions(model) },
    { path: "src/generated/errors.rs", text: printErrors(model) },
    { path: "src/generated/rules.rs", text: printRules(model) },
    { path: "src/generated/setters.rs", text: printSetters(model) },
    { path: "src/generated/spec.rs", text: printProfile(profile, model) },
    { path: "examples/quickstart.rs", text: example(model, info) },
    { path: "README.md", text: packageReadme(model, info, readme(model, info), rustName) },
    ...(hasStreams ? rustSubscriptionFiles(model) : []),
  ];
};

function manifest(info: PackageInfo, hasStreams: boolean): string {
  const { name, title, version } = info;
  const license = spdx(info);
  const own = runtimeFile("rust/Cargo.toml");
  const [dependencies = ""] = /\[dependencies\]\n(?:.+\n)*/.exec(
    hasStreams ? own.replace('["time"]', '["macros", "rt", "sync", "time"]') : own,
  ) ?? [""];
  return `[package]
name = "${name}-client"
version = "${version}"
edition = "${versions.rustEdition}"
rust-version = "${versions.rust}"
description = ${tomlQuoted(`Typed client of ${title}.`)}
${license === undefined ? "" : `license = "${license}"\n`}
[features]
default = ["rustls"]
# HTTPS. Without it the client speaks HTTP only.
rustls = ["reqwest/rustls"]

${dependencies}${hasStreams ? rustSocketDependencies : ""}
[dev-dependencies]
tokio = { version = "1.54.1", features = ["macros", "rt-multi-thread"] }

[lints.rust]
# Features that other clients with this runtime have.
unexpected_cfgs = { level = "warn", check-cfg = ['cfg(feature, values("blocking", "events"))'] }

[lints.clippy]
pedantic = { level = "warn", priority = -1 }
# Comments have the words and lists of the document, and every call returns the one type \`Error\`.
doc_lazy_continuation = "allow"
doc_markdown = "allow"
missing_errors_doc = "allow"
# Types and members are what the document has.
struct_excessive_bools = "allow"
struct_field_names = "allow"
match_same_arms = "allow"
similar_names = "allow"
too_many_lines = "allow"
type_complexity = "allow"
wildcard_imports = "allow"
zero_sized_map_values = "allow"
# The compiler warns about unused futures and results.
must_use_candidate = "allow"
return_self_not_must_use = "allow"
# Parts that other clients with this runtime use otherwise.
ignored_unit_patterns = "allow"
match_bool = "allow"
needless_pass_by_value = "allow"
unused_self = "allow"
`;
}

/** A string of TOML, whose escapes are those of JSON. */
function tomlQuoted(text: string): string {
  return JSON.stringify(plainText(text));
}

function library({ title }: PackageInfo, hasStreams: boolean): string {
  const given = (item: string) => (hasStreams ? `${item}\n` : "");
  return `//! A typed client of ${plainText(title)}.
// The runtime has parts that not every document needs.
#![allow(dead_code, unused_imports, unused_macros)]

mod answer;
mod arranged;
mod batch;
mod builder;
mod by_name;
mod call;
mod caller;
mod client;
${given("mod connection;")}mod entries;
mod error;
mod exact;
mod forms;
#[rustfmt::skip]
mod generated;
mod param_check;
mod peek;
mod problem;
mod strict;
${given("mod subscription;")}
pub use batch::{Answers, Batch, Slot};
pub use builder::ClientBuilder;
pub use call::{Call, NoParams, Params};
pub use client::Client;
pub use error::{Error, RpcError};
pub use generated::errors::DeclaredError;
${given("pub use generated::subscriptions::{self, Subscriptions};")}pub use generated::{spec, types};
pub use problem::Problem;
pub use serde_json;
${given("pub use subscription::Subscription;")}`;
}

/** The name of the crate in code. */
export function crateName({ name }: PackageInfo): string {
  return `${name.replaceAll("-", "_")}_client`;
}

function example(model: ClientModel, info: PackageInfo): string {
  const call = exampleCall(model);
  const values = (call?.values ?? []).map(({ value }) =>
    typeof value === "string" ? rustQuoted(value) : `${value}`,
  );
  const made =
    call === undefined
      ? `    println!("{:?}", client.rpc());\n`
      : `    println!("{:?}", client.rpc().${rustName(call.method.localName)}(${values.join(", ")}).await?);\n`;
  return `//! Calls a method.

use ${crateName(info)}::Client;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).unwrap_or_else(|| ${rustQuoted(info.url)}.to_owned());
    let client = Client::new(&url)?;
${made}    Ok(())
}
`;
}

function readme(model: ClientModel, info: PackageInfo): string {
  return `Add the folder to your dependencies: \`${info.name}-client = { path = "..." }\`.

\`\`\`rust
${example(model, info).trim()}
\`\`\`

\`Error::Rpc\` is an error that the server returned, and \`error.declared()\` is the declared error. Optional params are
methods of the call. A form of a union that the document does not declare is \`Other\`, as JSON.
${streams(model)}`;
}

function streams(model: ClientModel): string {
  return streamReadme(
    model,
    "rust",
    rustName,
    (
      { localName },
      needsParams,
    ) => `let mut items = client.subscriptions().${rustName(localName)}(${needsParams ? "params" : ""}).await?;
while let Some(item) = items.next().await {
    println!("{:?}", item?);
}`,
    `A subscription is a \`Stream\`, too. Dropping it ends it. A broken connection is opened again: \`on_reconnect\` says when,
because what the server pushed in between is lost. Each subscription has a WebSocket of its own.`,
  );
}
