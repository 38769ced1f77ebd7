import type { Call } from "./call.ts";
import { curlPost } from "./curl.ts";
import { typescript } from "./typescript.ts";

/** The languages that a call is written down in, in the order of their tabs. */
export const languages = {
  curl: { label: "curl", print: ({ node, path, request }) => curlPost(node + path, request) },
  typescript: { label: "TypeScript", print: typescript },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof languages;

type Language = { readonly label: string; readonly print: (call: Call) => string };
