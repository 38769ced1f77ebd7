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

/** Makes the documents of every profile; `spec` comes first. */
export function bundleSources(sources: Sources): readonly BundledProfile[] {
  const overlays = wholeProfiles(sources);
  return [undefined, ...overlays].map((overlay) => bundleProfile(sources, overlay));
}

/**
 * Makes the documents of the profile with this name. `isExplained` keeps what they say of the cause and remedy of errors,
 * which `rpc.discover` does not return. Throws if there is none.
 */
export function bundleNamed(sources: Sources, name: string, isExplained = false): BundledProfile {
  const overlay = wholeProfiles(sources).find((profile) => profileName(profile) === name);
  if (overlay === undefined && name !== profileName(undefined)) {
    throw new Error(`there is no profile ${name}`);
  }
  return bundleProfile(sources, overlay, isExplained);
}

/**
 * Makes each document that a profile has self-contained: copies what it references in common.json and components/, directly
 * or indirectly, and makes references local. References are not resolved. The lint reports dangling ones.
 */
function bundleProfile(
  sources: Sources,
  overlay: SourceFile | undefined,
  isExplained = false,
): BundledProfile {
  const shared = { sources, isExplained };
  const bundles = sources.documents.flatMap((source) => {
    if (overlay === undefined) return [bundleDocument(source, source.json, shared)];
    if (!hasDocument(overlay.json, source.name)) return [];
    const written = applyOverlay(source.json, overlay.json);
    return [bundleDocument(source, written, shared, overlay)];
  });
  const description =
    overlay === undefined
      ? "The documents as they are written."
      : (textAt(overlay.json, "description") ?? "");
  return { name: profileName(overlay), description, source: overlay, bundles };
}

function profileName(overlay: SourceFile | undefined): string {
  return overlay === undefined ? "spec" : (textAt(overlay.json, "profile") ?? overlay.name);
}

/** The profiles with what they inherit. */
export function wholeProfiles({ profiles }: Sources): SourceFile[] {
  const all = profiles.map(({ json }) => json);
  return profiles.map((profile) => ({ ...profile, json: wholeOverlay(profile.json, all) }));
}

function bundleDocument(
  source: SourceFile,
  written: JsonObject,
  { sources, isExplained }: { readonly sources: Sources; readonly isExplained: boolean },
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
    if (kind === "errors") component = overrideError(component, name, profile);
    if (kind === "errors" && !isExplained) component = served(component);
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
