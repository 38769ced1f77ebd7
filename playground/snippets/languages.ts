import type { Call } from "./call.ts";
import { curlPost } from "./curl.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { NotTyped } from "./typed-value.ts";
import { typescript } from "./typescript.ts";

/** The languages that a call is written down in, in the order of their tabs. */
export const languages = {
  curl: { label: "curl", print: ({ node, path, request }) => curlPost(node + path, request) },
  typescript: { label: "TypeScript", print: typescript },
  go: { label: "Go", print: go },
  python: { label: "Python", print: python },
  rust: { label: "Rust", print: rust },
  java: { label: "Java", print: java },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof languages;

type Language = { readonly label: string; readonly print: (call: Call) => string };

/** The profiles that the clients have a type for. */
const clientProfiles: readonly string[] = ["spec", "avalanchego"];

/** The call in a language, or why its client would not send it. */
export function snippetOf(language: LanguageName, call: Call): string {
  if (language !== "curl" && !clientProfiles.includes(call.profile)) {
    return `The clients have no type for profile ${call.profile}.`;
  }
  try {
    return languages[language].print(call);
  } catch (error) {
    if (!(error instanceof NotTyped)) throw error;
    return `The typed client cannot send these params: see ${error.message}.`;
  }
}
