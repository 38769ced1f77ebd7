import type { ClientFile } from "../../clients/language.ts";
import { adapt, runtimeFile } from "./package.ts";

/** The hand-written modules of clients/rust without events, for params by position and nullable results. */
export function rustRuntime(): ClientFile[] {
  const file = (name: string) => runtimeFile(`rust/src/${name}.rs`);
  const texts = {
    answer: file("answer"),
    batch: adapt(withoutBlocking(file("batch")), [
      ["errors: &[] };", "errors: &[], positions: &[], only_by_position: false };"],
    ]),
    by_name: withoutTests(file("by_name")),
    call: call(),
    caller: caller(),
    client: client(),
    error: error(),
    exact: withoutTests(file("exact")),
    param_check: withoutTests(file("param_check")),
    peek: file("peek"),
    problem: withoutTests(file("problem")),
    strict: withoutTests(file("strict")),
  };
  const files = Object.entries(texts).map(([name, text]) => ({ path: `src/${name}.rs`, text }));
  return [...files, { path: "src/arranged.rs", text: arranged }];
}

function withoutTests(text: string): string {
  return `${text.split("#[cfg(test)]")[0]?.trimEnd()}\n`;
}

/** Without what belongs to the feature `blocking`, which generated packages do not have. */
function withoutBlocking(text: string): string {
  return text
    .replaceAll(
      / {4}#\[cfg\(feature = "blocking"\)\]\n {4}pub\(crate\) fn [\s\S]*?\n {4}}\n\n/g,
      "",
    )
    .replaceAll(/ +#\[cfg\(feature = "blocking"\)\]\n.*\n/g, "");
}

function call(): string {
  return adapt(runtimeFile("rust/src/call.rs"), [
    [/\/\/\/ Optional params are methods[\s\S]*?\/\/\/ ```\n(?=#\[must_use)/g, optional],
    [
      "    pub(crate) errors: &'static [&'static str],\n",
      `    pub(crate) errors: &'static [&'static str],
    /// The names of the params in order, if they are sent as a list.
    pub(crate) positions: &'static [&'static str],
    /// Whether a param left out before a given one is sent as null, not the params by name.
    pub(crate) only_by_position: bool,
`,
    ],
  ]);
}

const optional =
  "/// Optional params are methods named after them. Dropping the future cancels the call.\n";

function caller(): string {
  return adapt(withoutBlocking(runtimeFile("rust/src/caller.rs")), [
    ["use crate::by_name;\n", "use crate::arranged::Arranged;\nuse crate::by_name;\n"],
    ["    params: Option<&'a P>,\n", "    params: Option<Arranged<'a, P>>,\n"],
    ["P::GIVEN.then_some(params);", "P::GIVEN.then_some(Arranged::new(method, params));"],
  ]);
}

const arranged = `//! Params as they are sent: by name, or as a list.

use serde::ser::{Error, Serialize, Serializer};
use serde_json::Value;

use crate::call::MethodInfo;

pub(crate) struct Arranged<'a, P> {
    params: &'a P,
    positions: &'static [&'static str],
    only_by_position: bool,
}

impl<'a, P> Arranged<'a, P> {
    pub(crate) fn new(method: &MethodInfo, params: &'a P) -> Self {
        Self { params, positions: method.positions, only_by_position: method.only_by_position }
    }
}

impl<P: Serialize> Serialize for Arranged<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.positions.is_empty() {
            return self.params.serialize(serializer);
        }
        let by_name = serde_json::to_value(self.params).map_err(S::Error::custom)?;
        let mut list: Vec<Option<&Value>> =
            self.positions.iter().map(|name| by_name.get(name)).collect();
        while list.last() == Some(&None) {
            list.pop();
        }
        if !self.only_by_position && list.contains(&None) {
            return by_name.serialize(serializer);
        }
        list.serialize(serializer)
    }
}
`;

function client(): string {
  const text = runtimeFile("rust/src/client.rs");
  const start = text.indexOf("/// A client for AvalancheGo");
  const end = text.indexOf("/// The settings of a client.");
  return adapt(text.slice(0, start) + text.slice(end), [
    [
      "/// A client for a node that follows the specification: Couloir in its default profile.\n",
      "/// A client of the API.\n",
    ],
    [
      "/// A client of the node at a URL such as `http://127.0.0.1:9650`.",
      "/// A client of the server at a URL.",
    ],
    ["/// Builds a client for a node that follows the specification.", "/// Builds the client."],
    ["use crate::base_url::without_api_path;\n", ""],
    ["without_api_path(&self.url)", "self.url"],
    [/ {4}\/\/\/ Builds a client for AvalancheGo[\s\S]*?\n {4}}\n\n/g, ""],
  ]);
}

function error(): string {
  return adapt(withoutTests(runtimeFile("rust/src/error.rs")), [
    [/ {4}\/\/\/ The node rejected the query of an event stream[\s\S]*?(?=}\n\nimpl Error)/g, ""],
    [
      "            Self::Response { message, .. } | Self::Setup(message) | Self::Query { message, .. } => {\n                f.write_str(message)\n            }\n",
      "            Self::Response { message, .. } | Self::Setup(message) => f.write_str(message),\n",
    ],
    [/ {12}Self::NoEvents .*\n/g, ""],
    [
      "/// Why a call has no result, or a stream no further event.",
      "/// Why a call has no result.",
    ],
  ]);
}
