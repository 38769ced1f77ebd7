import { contractOf } from "../../../playground/contract/contract.ts";
import { type JsonObject, parseJson } from "../../../playground/json/parse.ts";
import type { Call } from "../../../playground/snippets/call.ts";
import { type LanguageName, snippetOf } from "../../../playground/snippets/languages.ts";
import { packedContract } from "../../../scripts/build-site.ts";

/** The snippets of the API page in a language: every example of every method, in the profiles that have clients. */
export async function snippetsIn(language: LanguageName): Promise<string[]> {
  const calls = await exampleCalls();
  const texts = calls.map((call) => snippetOf(language, call));
  return [...new Set(texts.filter((text) => !text.startsWith("The typed client cannot")))];
}

async function exampleCalls(): Promise<Call[]> {
  const packed = await packedContract();
  return ["spec", "avalanchego"].flatMap((profile) => {
    const contract = contractOf(packed, profile);
    return [...contract.methods.values()].flatMap((method) =>
      method.examples.map(
        (example): Call => ({
          method,
          schemas: contract.schemas,
          params: parseJson(example.params) as JsonObject,
          request: "",
          node: "http://127.0.0.1:9650",
          path: method.paths[0] ?? "",
          profile,
        }),
      ),
    );
  });
}
