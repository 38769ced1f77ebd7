import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  withDoubles,
} from "../../load/json.ts";
import type { Way } from "../places.ts";
import { validateOpenRPCDocument } from "../schema-utils.js";
import type { Found } from "./finding.ts";

const rule = "meta-schema" as const;

/** What the meta-schema of OpenRPC does not allow: one finding for each method and component, and one for the rest. */
export function metaSchemaFindings(written: JsonObject): Found[] {
  const version = textAt(written, "openrpc") ?? "";
  if (!/^1\.[234]\./.test(version)) {
    const text = `version ${version || "none"} is not 1.2 to 1.4`;
    return [{ rule, way: ["openrpc"], text }];
  }
  const untyped = untypedIn(written);
  const whole = problemsOf(written);
  if (whole.length === 0) return untyped;
  const inParts = partsOf(written).flatMap(({ document, way }) =>
    problemsOf(document).map((each) => ({ ...each, way: way(each.way) })),
  );
  const all = [...untyped, ...(inParts.length === 0 ? whole : inParts)];
  return [...new Map(all.map((each) => [JSON.stringify(each.way), each])).values()];
}

/** What has to be an object or text by the specification, and by the meta-schema of 1.3, but not by that of 1.4. */
function untypedIn({ info, methods, components }: JsonObject): Found[] {
  const links = [
    ...listAt({ methods: methods ?? [] }, "methods").flatMap((method, index) =>
      listAt(method, "links").map((link, at) => ({ link, way: ["methods", index, "links", at] })),
    ),
    ...Object.entries(objectAt(components, "links")).map(([name, link]) => ({
      link,
      way: ["components", "links", name],
    })),
  ];
  return [
    ...(info === undefined || isObject(info)
      ? []
      : [{ rule, way: ["info"], text: "should be object" }]),
    ...links.flatMap(({ link, way }): Found[] => {
      if (!isObject(link)) return [{ rule, way, text: "should be object" }];
      return link["name"] === undefined || typeof link["name"] === "string"
        ? []
        : [{ rule, way: [...way, "name"], text: "should be string" }];
    }),
  ];
}

/** Validating a part takes about 12 ms. */
const partsMax = 200;

type Part = { readonly document: JsonObject; readonly way: (inPart: Way) => Way };

/**
 * The document without methods and components, and valid documents with one of them each: the validator stops at an
 * error.
 */
function partsOf({ methods, components, ...rest }: JsonObject): Part[] {
  const valid = { openrpc: rest["openrpc"] ?? "", info: { title: "", version: "" } };
  const named = Object.entries(isObject(components) ? components : {}).flatMap(([kind, all]) =>
    Object.entries(isObject(all) ? all : {}).map(
      ([name, each]): Part => ({
        document: { ...valid, methods: [], components: { [kind]: { [name]: each } } },
        way: (inPart) => inPart,
      }),
    ),
  );
  const listed = (Array.isArray(methods) ? (methods as readonly Json[]) : []).map(
    (method, index): Part => ({
      document: { ...valid, methods: [method] },
      way: (inPart) =>
        inPart[0] === "methods" && inPart.length > 1
          ? ["methods", index, ...inPart.slice(2)]
          : inPart,
    }),
  );
  const own: Part = {
    document: {
      ...rest,
      ...(methods !== undefined && { methods: Array.isArray(methods) ? [] : methods }),
    },
    way: (inPart) => inPart,
  };
  return [own, ...listed, ...named].slice(0, partsMax);
}

function problemsOf(written: JsonObject): Found[] {
  try {
    const verdict = validateOpenRPCDocument(withDoubles(written));
    return verdict === true ? [] : [deepest(verdict.message)];
  } catch (error) {
    return [{ rule, way: [], text: (error as Error).message }];
  }
}

/** The error that is furthest inside the document: those around it say only that something in them is wrong. */
function deepest(message: string): Found {
  try {
    const errors = JSON.parse(message.slice(message.indexOf("["))) as readonly AjvError[];
    const [first] = errors
      .map(({ dataPath, message: text }) => ({ rule, way: wayOf(dataPath), text }))
      .sort((a, b) => b.way.length - a.way.length);
    if (first !== undefined) return first;
  } catch {
    // The message has another form than those of the version that is installed.
  }
  return { rule, way: [], text: message.replaceAll(/\s+/g, " ").slice(0, 600) };
}

type AjvError = { readonly dataPath: string; readonly message: string };

/** The steps of a path such as `.methods[0]['a b']`. */
function wayOf(path: string): Way {
  return [...path.matchAll(/\.([\w$]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g)].map(
    ([, name, index, quoted]) =>
      index === undefined ? (name ?? (quoted ?? "").replaceAll(/\\(.)/g, "$1")) : Number(index),
  );
}
