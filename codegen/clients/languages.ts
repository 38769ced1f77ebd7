import { go } from "./go/go.ts";
import type { ClientLanguage } from "./language.ts";
import { typescript } from "./typescript/typescript.ts";

/** Every language of clients. To add one, see clients/README.md. */
export const clientLanguages: readonly ClientLanguage[] = [typescript, go];
