import type { Language } from "./language.ts";
import { go } from "./languages/go.ts";
import { java } from "./languages/java.ts";
import { python3 } from "./languages/python.ts";
import { rust } from "./languages/rust.ts";
import { typescript } from "./languages/typescript.ts";

/** Every language that has a client. */
export const languages: readonly Language[] = [typescript, go, python3, rust, java];
