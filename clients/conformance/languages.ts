import type { Language } from "./language.ts";
import { go } from "./languages/go.ts";
import { java } from "./languages/java.ts";
import { rust } from "./languages/rust.ts";
import { typescript } from "./languages/typescript.ts";

/** Every language that has a client. */
export const languages: readonly Language[] = [typescript, go, rust, java];
