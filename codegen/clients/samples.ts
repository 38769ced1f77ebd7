import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Output } from "../emit/writer.ts";
import type { Contract } from "../model.ts";
import { clientLanguages } from "./languages.ts";

const sample = /(<!-- sample: (\S+) -->\n)[\s\S]*?(<!-- \/sample -->)/g;

/** Emits the README of each client, with its samples replaced by the current files. */
export function emitSamples(_contract: Contract, root: string): Output[] {
  return clientLanguages
    .map(({ name }) => `clients/${name}`)
    .filter((folder) => existsSync(join(root, folder, "README.md")))
    .map((folder) => {
      const path = `${folder}/README.md`;
      const written = readFileSync(join(root, path), "utf8");
      const text = written.replaceAll(sample, (_all, start: string, file: string, end: string) => {
        const content = readFileSync(join(root, folder, file), "utf8").trim();
        return `${start}\n\`\`\`${file.split(".").at(-1)}\n${content}\n\`\`\`\n\n${end}`;
      });
      return { path, text };
    });
}
