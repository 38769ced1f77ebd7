import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const path = new URL("../../openrpc/asyncapi/events.json", import.meta.url).pathname;
const document = read(path);
const { messages, schemas } = document.components;

describe("the document of the events", () => {
  it("is an AsyncAPI document", () => {
    const require = createRequire(import.meta.url);
    const specification = read(require.resolve("@asyncapi/specs/schemas/3.0.0-without-$id.json"));
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    const validate = ajv.compile(specification);
    expect(validate(document), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  });

  const ajv = new Ajv({ strict: false });
  ajv.addSchema({ $id: "events", components: document.components });
  it.each(Object.entries<Record<string, never>>(messages))(
    "has examples of %s that match its schema",
    (_name, message) => {
      const { payload, examples } = message as never as {
        payload: { $ref: string };
        examples: { payload: unknown }[];
      };
      const validate = ajv.compile({ $ref: `events${payload.$ref}` });
      expect(examples.length).toBeGreaterThan(0);
      for (const { payload: example } of examples) {
        expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
      }
    },
  );

  it("closes and describes every object", () => {
    for (const [name, schema] of Object.entries<Record<string, unknown>>(schemas)) {
      expect(schema["description"], name).toEqual(expect.any(String));
      if (schema["type"] !== "object") continue;
      expect(schema["additionalProperties"], name).toBe(false);
    }
  });
});
