import type { PackageInfo, PackageWriter } from "../language.ts";
import { quoted } from "../literals.ts";
import { labelOf } from "../lookup.ts";
import type { ClientModel } from "../model.ts";
import { goName } from "../names.ts";
import { exampleCall, packageReadme } from "../package/readme.ts";
import { streamReadme } from "../package/stream-readme.ts";
import { hasSubscriptions } from "../package/streams.ts";
import { versions } from "../package/versions.ts";
import { printErrors } from "./errors.ts";
import { printProfile, returnsNothing } from "./methods.ts";
import { printRules } from "./rules.ts";
import { goRuntime } from "./runtime.ts";
import { goSocketModule, printGoSubscriptions } from "./subscriptions.ts";
import { printTypes } from "./types.ts";

/** A Go module for the releases of Go that are supported: without dependencies, but for subscriptions. */
export const goPackage: PackageWriter = (model, info) => {
  const [profile] = model.profiles;
  const name = goPackageName(info);
  const own = { ...model, generated: { ...model.generated, packageName: name } };
  const hasStreams = hasSubscriptions(model);
  return [
    {
      path: "go.mod",
      text: `module ${info.name}-client\n\ngo ${versions.go}\n${hasStreams ? goSocketModule.mod : ""}`,
    },
    ...(hasStreams
      ? [
          { path: "go.sum", text: goSocketModule.sum },
          { path: "gen_subscriptions.go", text: printGoSubscriptions(own) },
        ]
      : []),
    ...goRuntime(name, hasStreams),
    { path: "gen_types.go", text: printTypes(own) },
    { path: "gen_errors.go", text: printErrors(own) },
    { path: "gen_rules.go", text: printRules(own) },
    { path: "gen_methods.go", text: printProfile(profile, own) },
    { path: "examples/quickstart/main.go", text: example(model, info) },
    { path: ".golangci.yml", text: linted },
    { path: "README.md", text: packageReadme(model, info, readme(model, info), goName) },
  ];
};

const linted = `version: "2"
linters:
  exclusions:
    rules:
      # Not every document has unions, tagged objects and the like.
      - linters: [unused]
        path: ^(answer|batch|call|members|positions|pushed|results|union|unreadable)\\.go$
`;

const reserved = new Set(
  (
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package " +
    "range return select struct switch type var main init context fmt log os http json client result err url string " +
    "append bool byte error len make new nil true false any int"
  ).split(" "),
);

/** The name of the package in Go code. */
export function goPackageName({ name }: PackageInfo): string {
  const plain = name.replaceAll("-", "");
  return reserved.has(plain) ? `${plain}api` : plain;
}

function example(model: ClientModel, info: PackageInfo): string {
  const name = goPackageName(info);
  const call = exampleCall(model);
  const values = (call?.values ?? []).map(
    ({ member, value }) =>
      `${goName(labelOf(member))}: ${typeof value === "string" ? quoted(value) : value}`,
  );
  const params = call?.method.params;
  const given =
    params === undefined ? "" : `, ${name}.${goName(params.name)}{${values.join(", ")}}`;
  const made =
    call === undefined
      ? `	fmt.Printf("%T\\n", client.RPC)\n`
      : printCall(
          `client.RPC.${goName(call.method.localName)}(context.Background()${given})`,
          returnsNothing(call.method, model),
        );
  const imports = [...(call === undefined ? [] : ["context"]), "fmt"];
  const all = [...imports, ...(call === undefined ? [] : ["log"]), "os"];
  return `// Calls a method.
package main

import (
${all.map((each) => `	"${each}"\n`).join("")}
	${name} ${quoted(`${info.name}-client`)}
)

func main() {
	url := ${quoted(info.url)}
	if len(os.Args) > 1 {
		url = os.Args[1]
	}
	client := ${name}.New(url)
${made}}
`;
}

function printCall(call: string, isNothing: boolean): string {
  if (isNothing) {
    return `	if err := ${call}; err != nil {\n		log.Fatal(err)\n	}\n	fmt.Println("done")\n`;
  }
  return `	result, err := ${call}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\\n", result)
`;
}

function readme(model: ClientModel, info: PackageInfo): string {
  return `Copy this folder into your module, or add a \`replace\` directive for \`${info.name}-client\` to your \`go.mod\`.

\`\`\`go
${example(model, info).trim()}
\`\`\`

\`errors.As\` with \`*RPCError\` finds an error that the server returned, and \`errors.Is\` compares it with a declared
error. \`*TransportError\` is any other failure. 64-bit integers are \`Uint64\` and \`Int64\`. A form of a union that the
document does not declare is \`Unknown\`. Optional params that are nil are omitted; \`Ptr\` creates a pointer to a value.
Optional texts are omitted if they are empty, unless \`SendEmpty\` names them.
${streams(model)}`;
}

function streams(model: ClientModel): string {
  return streamReadme(
    model,
    "go",
    goName,
    (
      { localName },
      needsParams,
    ) => `stream, err := client.Subscriptions.${goName(localName)}(ctx${needsParams ? ", params" : ""})
if err != nil {
	log.Fatal(err)
}
defer stream.Close()
for item := range stream.Items() {
	fmt.Printf("%+v\\n", item)
}
log.Print(stream.Err())`,
    `A broken connection is opened again: \`WithOnReconnect\` says when, because what the server pushed in between is lost.
Each subscription has a WebSocket of its own, from the module \`github.com/coder/websocket\`.`,
  );
}
