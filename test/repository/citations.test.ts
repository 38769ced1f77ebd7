import { expect, it } from "vitest";
import { citationsIn } from "../../scripts/current/citations.ts";
import { withoutComments } from "../../scripts/current/go-modules.ts";

const avalanchego = "github.com/ava-labs/avalanchego";

it.each<[text: string, cited: readonly string[]]>([
  ["/** The ID. avalanchego ids/id.go @ v1.12.1 */", ["ids/id.go v1.12.1"]],
  [
    "/**\n * Its stake. avalanchego snow/validators/set.go\n * (TotalWeight), node/node.go:10-12 @ v1.12.1\n */",
    ["snow/validators/set.go v1.12.1", "node/node.go v1.12.1"],
  ],
  [
    "// ids/id.go (Prefix) @ v1.12.1 and v1.15.0-fuji",
    ["ids/id.go v1.12.1", "ids/id.go v1.15.0-fuji"],
  ],
  ["// a/x.go @ v1.12.1, b/y.go @ v1.14.2", ["a/x.go v1.12.1", "b/y.go v1.14.2"]],
  [
    "// network/p2p/{error,handler}.go, node.go @ v1.14.2",
    [
      "network/p2p/error.go v1.14.2",
      "network/p2p/handler.go v1.14.2",
      "network/p2p/node.go v1.14.2",
    ],
  ],
  ["Of AvalancheGo v1.12.1, `vms/avm/service.go`.", ["vms/avm/service.go v1.12.1"]],
  ["// Reads/writes. avalanchego utils/bloom @ v1.14.2.", ["utils/bloom v1.14.2"]],
  ["// avalanchego codec/manager.go", ["codec/manager.go "]],
  ["// as in avalanchego @ v1.12.1", [" v1.12.1"]],
  ["// an address such as user@v1.example", []],
])("reads %j", (text, cited) => {
  const found = citationsIn(text);
  expect(found.map(({ path, version }) => `${path} ${version}`)).toEqual(cited);
  for (const { module } of found) expect(module).toBe(avalanchego);
});

it("knows neighbours by name, and lines", () => {
  const text = "one\n/* coreth core/genesis.go @ v0.13.9-rc.1 */";
  const module = "github.com/ava-labs/coreth";
  expect(citationsIn(text)).toEqual([
    { module, version: "v0.13.9-rc.1", path: "core/genesis.go", line: 2 },
  ]);
});

it("compares Go without comments and spaces", () => {
  const one = 'x := "// kept" // gone\n\n/* gone\n */\ty := `/* kept */`\n';
  const other = 'x := "// kept"\ny :=  `/* kept */`\n';
  expect(withoutComments(one)).toBe(withoutComments(other));
  expect(withoutComments(one)).toContain('"// kept"');
  expect(withoutComments(one)).toContain("`/* kept */`");
  expect(withoutComments("x := 1")).not.toBe(withoutComments("x := 2"));
});
