import { emptyTexts, sendEmptyField } from "../../../codegen/clients/go/empty-texts.ts";
import { returnsNothing } from "../../../codegen/clients/go/methods.ts";
import { quoted } from "../../../codegen/clients/literals.ts";
import type { ClientMethod, ClientModel } from "../../../codegen/clients/model.ts";
import { goName } from "../../../codegen/clients/names.ts";
import type { CheckedLanguage } from "./language.ts";

export const go: CheckedLanguage = {
  name: "go",
  toolchain: ["go", "version"],
  compile: () => [
    // With an empty module cache, the commands below would print what they download. It also prints that there is nothing.
    { command: ["sh", "-c", "! grep -q require go.mod || go mod download"] },
    { command: ["gofmt", "-l", "."] },
    { command: ["go", "vet", "./..."] },
    // Only where it is installed.
    {
      command: [
        "sh",
        "-c",
        "! golangci-lint version >/dev/null 2>&1 || golangci-lint run . ./examples/... | sed '/^0 issues/d'",
      ],
    },
    { command: ["go", "build", "-o", "check.out", "./check"] },
    { command: ["go", "build", "-o", "/dev/null", "./examples/quickstart"] },
  ],
  run: () => ({ command: ["./check.out"] }),
  program: (model, info) => {
    // Not the name of the package, which can be that of a variable.
    const name = "generated";
    const methods = model.profiles.flatMap(({ apis }) => apis.flatMap((api) => api.methods));
    const rows = methods.map((method) => {
      const call = `client.RPC.${goName(method.localName)}`;
      const given = method.params === undefined ? "" : ", given";
      const read =
        method.params === undefined
          ? ""
          : `\t\tvar given ${name}.${goName(method.params.name)}\n\t\tif err := json.Unmarshal(params, &given); err != nil {\n\t\t\treturn nil, err\n\t\t}\n${sentEmpty(method, model)}`;
      const made = returnsNothing(method, model)
        ? `\t\treturn ${method.isNotification ? "nil" : "struct{}{}"}, ${call}(ctx${given})\n`
        : `\t\treturn ${call}(ctx${given})\n`;
      return `\t${quoted(method.name)}: func(ctx context.Context, client *${name}.Client, params json.RawMessage) (any, error) {\n${read}${made}\t},\n`;
    });
    return [["check/main.go", main(name, `${info.name}-client`, rows.join(""))]];
  },
};

/** Says which texts of params are sent although they are empty. */
function sentEmpty({ params }: ClientMethod, model: ClientModel): string {
  if (params === undefined || emptyTexts(params, model).length === 0) return "";
  return `\t\tgiven.${sendEmptyField(params)} = emptyMembers(params)\n`;
}

const main = (name: string, module: string, rows: string) => `package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	${name} ${quoted(module)}
)

var methods = map[string]func(context.Context, *${name}.Client, json.RawMessage) (any, error){${rows === "" ? "" : `\n${rows}`}}

// emptyMembers returns the names of members that are empty texts.
func emptyMembers(params json.RawMessage) []string {
	var members map[string]json.RawMessage
	if json.Unmarshal(params, &members) != nil {
		return nil
	}
	names := []string{}
	for name, value := range members {
		if string(value) == "\\"\\"" {
			names = append(names, name)
		}
	}
	return names
}

type call struct {
	Method string          \`json:"method"\`
	Params json.RawMessage \`json:"params"\`
}

type outcome struct {
	Result  any    \`json:"result"\`
	Failure string \`json:"failure,omitempty"\`
}

func main() {
	text, err := os.ReadFile("calls.json")
	if err != nil {
		log.Fatal(err)
	}
	var calls []call
	if err := json.Unmarshal(text, &calls); err != nil {
		log.Fatal(err)
	}
	client := ${name}.New(os.Args[1])
	outcomes := []outcome{}
	for _, each := range calls {
		result, err := methods[each.Method](context.Background(), client, each.Params)
		if err != nil {
			outcomes = append(outcomes, outcome{Failure: err.Error()})
		} else {
			outcomes = append(outcomes, outcome{Result: result})
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		log.Fatal(err)
	}
}
`;
