import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  mapObjects,
  objectAt,
  textAt,
  visitObjects,
} from "./json.ts";
import { applyOverlay, hasDocument, merge, wholeOverlay } from "./overlay.ts";
import type { SourceFile, Sources } from "./read.ts";

/** A self-contained OpenRPC document, as `rpc.discover` returns it. */
export type Bundle = {
  readonly api: string;
  readonly source: SourceFile;
  readonly json: JsonObject;
};

/** Every document as one profile serves it. */
export type BundledProfile = {
  /** `spec` for the documents as written, else the overlay's name. */
  readonly name: string;
  readonly description: string;
  readonly source: SourceFile | undefined;
  readonly bundles: readonly Bundle[];
};

/** The kinds of component that documents share. */
export const componentKinds = ["schemas", "contentDescriptors", "errors", "tags"] as const;

/**
 * Makes each document self-contained, once as written and once for each profile: copies what it
 * references in common.json and components/, directly or indirectly, and makes references local. References are not
 * resolved. The lint reports dangling ones.
 */
export function bundleSources(sources: Sources): readonly BundledProfile[] {
  const written: BundledProfile = {
    name: "spec",
    description: "The documents as they are written.",
    source: undefined,
    bundles: sources.documents.map((source) => bundleDocument(source, source.json, sources)),
  };
  const overlaid = wholeProfiles(sources).map((profile) => ({
    name: textAt(profile.json, "profile") ?? profile.name,
    description: textAt(profile.json, "description") ?? "",
    source: profile,
    bundles: sources.documents
      .filter(({ name }) => hasDocument(profile.json, name))
      .map((source) =>
        bundleDocument(source, applyOverlay(source.json, profile.json), sources, profile),
      ),
  }));
  return [written, ...overlaid];
}

/** The profiles with what they inherit. */
export function wholeProfiles({ profiles }: Sources): SourceFile[] {
  const all = profiles.map(({ json }) => json);
  return profiles.map((profile) => ({ ...profile, json: wholeOverlay(profile.json, all) }));
}

function bundleDocument(
  source: SourceFile,
  written: JsonObject,
  sources: Sources,
  profile?: SourceFile,
): Bundle {
  const methods = [...listAt(written, "methods")];
  if (sources.discover !== undefined) methods.push(sources.discover.json);
  const body = localise({ ...written, methods, components: {} }) as JsonObject;

  const shared = [...sources.components, sources.common].map(({ json }) => json);
  const shelves = [written, profile?.json, ...shared];
  const wanted = referencesIn(body);
  const components: Record<string, Record<string, Json>> = {};
  for (const reference of wanted) {
    const [kind = "", name = ""] = reference.split("/");
    const shelf = shelves.find((file) => file && name in objectAt(file["components"], kind));
    if (shelf === undefined) continue;
    let component = localise(objectAt(shelf["components"], kind)[name] as Json);
    if (kind === "errors") component = served(overrideError(component, name, profile));
    components[kind] ??= {};
    components[kind][name] = component;
    for (const next of referencesIn(component)) wanted.add(next);
  }
  const sorted = Object.fromEntries(
    componentKinds.flatMap((kind) => {
      const members = Object.entries(components[kind] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
      return members.length === 0 ? [] : [[kind, Object.fromEntries(members)] as const];
    }),
  );
  return { api: source.name, source, json: { ...body, components: sorted } };
}

/** Returns the declared error with a profile's code or message. */
function overrideError(error: Json, name: string, profile: SourceFile | undefined): Json {
  const change = objectAt(profile?.json, "errors")[name];
  return isObject(error) && isObject(change) ? merge(error, change) : error;
}

/** Without its explanations: an OpenRPC error object has no extension fields. */
function served(error: Json): Json {
  if (!isObject(error)) return error;
  return Object.fromEntries(Object.entries(error).filter(([key]) => !key.startsWith("x-")));
}

/** Rewrites `./FILE.json#/components/...` to `#/components/...`. */
function localise(value: Json): Json {
  return mapObjects(value, (object) => {
    const reference = textAt(object, "$ref");
    const hash = reference?.indexOf("#") ?? -1;
    if (reference === undefined || hash <= 0) return object;
    return { ...object, $ref: reference.slice(hash) };
  });
}

/** The `kind/Name` of every component that `value` refers to, in order. */
function referencesIn(value: Json): Set<string> {
  const found = new Set<string>();
  visitObjects(value, (object) => {
    const reference = textAt(object, "$ref");
    if (reference?.startsWith("#/components/")) found.add(reference.slice("#/components/".length));
  });
  return found;
}
