import type { Language } from "./language.ts";
import { go } from "./languages/go.ts";
import { typescript } from "./languages/typescript.ts";

/** Every language that has a client. */
export const languages: readonly Language[] = [typescript, go];
