import { expect, it } from "vitest";
import { documentsOf } from "../../src/node/apis/documents.ts";

const documents = documentsOf("spec")();

function deprecatedOf(document: string): string[] {
  const { methods } = documents.get(document) as unknown as {
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
