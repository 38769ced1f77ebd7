import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

function deprecatedOf(document: string): string[] {
  const url = new URL(`../../src/generated/documents/${document}.json`, import.meta.url);
  const { methods } = JSON.parse(readFileSync(url, "utf8")) as {
    methods: { name: string; deprecated?: boolean }[];
  };
  return methods.filter(({ deprecated }) => deprecated).map(({ name }) => name);
}

// [spec: 4.4.deprecated] [spec: 9.deprecated-keystore]
it("marks as deprecated exactly what the specification deprecates", () => {
  expect(deprecatedOf("keystore").sort()).toEqual([
    "keystore.deleteUser",
    "keystore.exportUser",
    "keystore.importUser",
    "keystore.listUsers",
  ]);
  for (const document of ["info", "health", "platform", "index", "avm"]) {
    expect(deprecatedOf(document), document).toEqual([]);
  }
});
