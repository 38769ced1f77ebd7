import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import type { JsonObject } from "../../codegen/load/json.ts";

// Since Go 1.27 encoding/json does not add the field to the error of an UnmarshalJSON method.
const toolchains = ["local", "go1.27.0"];

const pet: JsonObject = {
  type: "object",
  required: ["age", "odd,name"],
  properties: {
    age: { type: "integer", format: "uint64", minimum: 0, maximum: 18_446_744_073_709_551_615n },
    "odd,name": { type: "string" },
    tag: {
      oneOf: [
        { type: "string" },
        { type: "object", required: ["size"], properties: { size: { type: "integer" } } },
      ],
    },
  },
};
const document: JsonObject = {
  openrpc: "1.3.2",
  info: { title: "Typed", version: "1.0.0" },
  methods: [
    {
      name: "get",
      params: [],
      result: {
        name: "result",
        schema: {
          type: "object",
          required: ["pets"],
          properties: { pets: { type: "array", items: { $ref: "#/components/schemas/Pet" } } },
        },
      },
    },
  ],
  components: { schemas: { Pet: pet } },
};

/** Results with one member of another type, and what the error says about it. */
const wrong: readonly (readonly [string, string])[] = [
  [`5`, "expected an object, got a number"],
  [`{"pets":7}`, "pets: expected a list, got a number"],
  [
    `{"pets":[{"age":1,"odd,name":"a"},{"age":-1,"odd,name":"a"}]}`,
    "pets[1].age: expected an integer, got -1",
  ],
  [`{"pets":[{"age":1,"odd,name":5}]}`, "pets[0].odd,name: expected text, got a number"],
  [
    `{"pets":[{"age":1,"odd,name":"a","tag":[]}]}`,
    "pets[0].tag: expected text or an object, got a list",
  ],
  [
    `{"pets":[{"age":1,"odd,name":"a","tag":{"size":true}}]}`,
    "pets[0].tag.size: expected an integer, got true or false",
  ],
];

const program = `package typed

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestTypeErrors(t *testing.T) {
	for result, want := range map[string]string{
${wrong.map(([result, text]) => `\t\t\`${result}\`: \`get: ${text}\`,\n`).join("")}	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, \`{"jsonrpc":"2.0","id":1,"result":\`+result+"}")
		}))
		_, err := New(server.URL).RPC.Get(context.Background())
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", result, err, want)
		}
		server.Close()
	}
}
`;

test.for(toolchains)(
  "a generated Go client names the part with a wrong type with the toolchain %s",
  // The first run compiles the standard library.
  { timeout: 300_000 },
  (toolchain, { skip }) => {
    const env = { ...process.env, GOTOOLCHAIN: toolchain, GOPROXY: "off" };
    skip(
      spawnSync("go", ["version"], { env }).status !== 0,
      `the Go toolchain ${toolchain} is not installed`,
    );
    const folder = mkdtempSync(join(tmpdir(), "go-types-"));
    try {
      const { files } = clientPackage(document, "go", "typed");
      for (const { path, text } of [...files, { path: "types_test.go", text: program }]) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const printed = execFileSync("go", ["test", "."], { cwd: folder, env, encoding: "utf8" });
      expect(printed).toContain("ok");
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
