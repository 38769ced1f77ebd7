import { expect, test } from "vitest";
import { dereferenced } from "../../scripts/dereferenced.ts";

test("references are replaced at every depth, equal ones by one object", () => {
  const document = {
    methods: [{ $ref: "#/components/x/A" }, { list: [{ $ref: "#/components/x/B" }] }],
    components: { x: { A: { of: { $ref: "#/components/x/B" } }, B: { is: "b" } } },
  };
  const { methods } = dereferenced(document) as { methods: [{ of: object }, { list: [object] }] };
  expect(methods).toEqual([{ of: { is: "b" } }, { list: [{ is: "b" }] }]);
  expect(methods[0].of).toBe(methods[1].list[0]);
});

test("the error names a reference without a target", () => {
  const document = { methods: [{ $ref: "#/components/x/A" }] };
  expect(() => dereferenced(document)).toThrow("#/components/x/A does not exist");
});
