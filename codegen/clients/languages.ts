import { go } from "./go/go.ts";
import { java } from "./java/java.ts";
import type { ClientLanguage } from "./language.ts";
import { python } from "./python/python.ts";
import { rust } from "./rust/rust.ts";
import { typescript } from "./typescript/typescript.ts";

/** Every language of clients. To add one, see clients/README.md. */
export const clientLanguages: readonly ClientLanguage[] = [typescript, go, python, rust, java];
