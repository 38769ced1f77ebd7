import type { ClientFile, PackageInfo } from "../clients/language.ts";
import type { Struct } from "../clients/model.ts";
import { packageWriters } from "../clients/package-writers.ts";
import type { Widening } from "../clients/types/type-builder.ts";
import { plainText } from "../emit/wrapped-text.ts";
import { kebabName } from "../emit/writer.ts";
import { type JsonObject, objectAt, textAt } from "../load/json.ts";
import { type ForeignModel, foreignModel } from "./client-model.ts";
import { refuseAmbiguousNames, withValidSchemas } from "./lint/obstacles.ts";
import { firstServerUrl } from "./server-url.ts";
import { withoutStructs } from "./without-structs.ts";

/** Renders the client package of a self-contained document. */
export function clientPackage(
  document: JsonObject,
  language: string,
  name?: string,
): { readonly files: readonly ClientFile[]; readonly widenings: readonly Widening[] } {
  const write = packageWriters.get(language);
  if (write === undefined) {
    const names = [...packageWriters.keys()].join(", ");
    throw new Error(`no client language ${language}: use one of ${names}`);
  }
  // Examples in the README have values of the schemas.
  return withValidSchemas(document, () => {
    const { model, widenings } = languageModel(document, language);
    return { files: write(model, packageInfo(document, name)), widenings };
  });
}

/** The model of a document as a language can express it. Throws UnusableDocument if names are missing or not unique. */
export function languageModel(document: JsonObject, language: string): ForeignModel {
  refuseAmbiguousNames(document);
  const found = foreignModel(document);
  return language === "java" ? withoutStructs(found, javaProblem) : found;
}

/** What a constructor of Java takes beside its instance; a `long` or `double` counts twice. */
const javaSlotsMax = 254;

/** Why Java has no record for an object. */
function javaProblem({ members }: Struct): string | undefined {
  // Jackson reads an empty name as no name.
  if (members.some(({ name }) => name === "")) return 'the language has no member with the name ""';
  const slots = members.map(({ type }) => (/integer|float/.test(type.kind) ? 2 : 1));
  return slots.reduce<number>((sum, each) => sum + each, 0) > javaSlotsMax
    ? `the language has no record with ${members.length} such members`
    : undefined;
}

/** Folders have the name of the package, and file systems have a limit. */
const nameMax = 60;

/** The name of a package: that given, else one like the document's title. */
export function packageInfo(document: JsonObject, name?: string): PackageInfo {
  const info = objectAt(document, "info");
  const title = plainText(textAt(info, "title") ?? "API");
  const words = kebabName((name ?? title).replaceAll(/[^A-Za-z0-9]+/g, "-"))
    .replaceAll(/-+/g, "-")
    .slice(0, nameMax)
    .replaceAll(/^-|-$/g, "");
  const version = /^\d+\.\d+\.\d+/.exec(textAt(info, "version") ?? "")?.[0] ?? "0.0.0";
  const license = objectAt(info, "license");
  const licenseName = textAt(license, "name");
  return {
    ...(licenseName !== undefined && {
      license: { name: plainText(licenseName), url: textAt(license, "url") },
    }),
    name: /^[a-z]/.test(words) ? words : `api${words === "" ? "" : `-${words}`}`,
    title,
    version,
    url: firstServerUrl(document) ?? "http://127.0.0.1:8080",
  };
}
