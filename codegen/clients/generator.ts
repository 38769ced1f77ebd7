import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Output } from "../emit/writer.ts";
import type { Contract } from "../model.ts";
import type { ClientFile } from "./language.ts";

/** What is made for one language. */
export type LanguageFiles = { readonly language: string; readonly files: readonly ClientFile[] };

type Component = {
  readonly hooks: { readonly templateFiles: Record<string, readonly Template[]> };
};
type Template = { readonly path: string; readonly template: () => string };
type Generator = {
  readonly default: (options: {
    readonly openrpcDocument: unknown;
    readonly components: readonly object[];
  }) => Promise<void>;
};

const componentPath = join(import.meta.dirname, "component.cjs");
const require = createRequire(import.meta.url);

/**
 * Writes the files by @open-rpc/generator, a custom component for each language, and answers them with
 * their paths below the languages' folders. Why it works on an index of the methods rather than on the
 * documents: docs/decisions.
 */
export async function runGenerator(
  languages: readonly LanguageFiles[],
  contract: Contract,
): Promise<Output[]> {
  const { default: generate } = require("@open-rpc/generator") as Generator;
  const { hooks } = require(componentPath) as Component;
  const folder = mkdtempSync(join(tmpdir(), "couloir-clients-"));
  try {
    for (const { language, files } of languages) {
      hooks.templateFiles[language] = files.map(({ path, text }) => ({
        path,
        template: () => text,
      }));
    }
    await generate({
      openrpcDocument: indexDocument(contract),
      components: languages.map(({ language }) => ({
        type: "custom",
        customType: "client",
        customComponent: componentPath,
        name: `couloir-${language}`,
        language,
        outPath: join(folder, language),
        openRPCPath: null,
      })),
    });
    return languages.flatMap(({ language, files }) =>
      files.map(({ path }) => ({
        path: `${language}/${path}`,
        text: readFileSync(join(folder, language, path), "utf8"),
      })),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every method by name, in a document that can be read without resolving references. */
function indexDocument({ profiles: [spec] }: Contract): object {
  const names = new Set(spec.documents.flatMap(({ methods }) => methods.map(({ name }) => name)));
  return {
    openrpc: "1.3.2",
    info: { title: "Couloir", version: "1" },
    methods: [...names].map((name) => ({
      name,
      params: [],
      result: { name: "result", schema: {} },
    })),
  };
}
