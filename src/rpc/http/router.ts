import { Service } from "../json-rpc/service.ts";
import type { StreamRoute } from "../streams/channel.ts";
import type { Description, GetRoute } from "./description.ts";
import { ServedFile } from "./files.ts";
import { RouteMetrics } from "./metrics.ts";

/** The methods of a path, and their counts. */
export type Calls = { readonly service: Service; readonly metrics: RouteMetrics };

/** What a path serves. */
export type Place = {
  readonly path: string;
  calls?: Calls;
  get?: { readonly route: GetRoute; readonly metrics: RouteMetrics };
  stream?: StreamRoute;
  file?: ServedFile;
  /** Where a browser that asks for a page is redirected. */
  movedTo?: string;
  /** Why the path is switched off. */
  disabled?: string;
  /** Why there is nothing on the path, for callers of JSON-RPC. */
  absent?: string;
};

/** What a request's target resolves to. */
export type Target = {
  readonly kind: "place" | "missing" | "malformed" | "moved";
  readonly place?: Place;
  readonly query: string;
  /** Host of a target in absolute form, which takes precedence over the header. */
  readonly host?: string;
  /** The clean form of the path, with its query, where the path is not clean. */
  readonly location?: string;
};

/**
 * Finds places by exact path and redirects an unclean path to its clean form, as gorilla/mux v1.8.0
 * and Go's path.Clean do.
 */
export class Router {
  /** Counts of every route, for a metrics route. Routes with the same name share their counts. */
  readonly metrics: RouteMetrics[] = [];
  readonly #places = new Map<string, Place>();
  /** All paths at and below that of one have its place, except for those that have their own. */
  readonly #trees: Place[] = [];

  constructor(description: Description) {
    const { streams = [], files = [], moved = [], absent = [] } = description;
    for (const [index, route] of description.routes.entries()) {
      const service = new Service(route, index, description);
      const calls = { service, metrics: this.#metricsOf(route.base) };
      for (const path of route.paths) {
        const place = this.#at(path);
        if (place.calls !== undefined) throw new Error(`two routes at ${path}`);
        place.calls = calls;
      }
    }
    for (const get of description.gets) {
      const place = this.#at(get.path);
      if (place.get !== undefined) throw new Error(`two GET routes at ${get.path}`);
      place.get = { route: get, metrics: this.#metricsOf(get.base) };
      if (get.hasPathsBelow) this.#trees.push(place);
    }
    for (const stream of streams) this.#at(stream.path).stream = stream;
    for (const file of files) this.#at(file.path).file = new ServedFile(file);
    for (const { path, location } of moved) this.#at(path).movedTo = location;
    for (const { path, reason } of description.disabled) this.#at(path).disabled = reason;
    for (const { path, reason } of absent) this.#trees.push({ path, absent: reason });
  }

  #metricsOf(base: string): RouteMetrics {
    const known = this.metrics.find((metrics) => metrics.base === base);
    if (known !== undefined) return known;
    const metrics = new RouteMetrics(base);
    this.metrics.push(metrics);
    return metrics;
  }

  /** The place at a path; adds it if there is none. */
  #at(path: string): Place {
    let place = this.#places.get(path);
    if (place === undefined) {
      place = { path };
      this.#places.set(path, place);
    }
    return place;
  }

  /** The place of a target that is exactly a path: the common case. */
  exact(target: string): Place | undefined {
    return this.#places.get(target);
  }

  resolve(target: string): Target {
    const absolute = absoluteForm.exec(target);
    const host = absolute === null ? {} : { host: absolute[1]! };
    const [rawPath = "", ...rest] = (absolute === null ? target : absolute[2]!).split("?");
    const query = rest.join("?");
    if (/%(?![0-9a-f]{2})/i.test(rawPath)) return { kind: "malformed", query, ...host };
    const path = decoded(rawPath);
    const clean = cleanPath(path);
    if (clean !== path) {
      const location = encodePath(clean) + (rest.length > 0 ? `?${query}` : "");
      return { kind: "moved", query, location, ...host };
    }
    const place = this.#places.get(path) ?? this.#treeAt(path);
    if (place === undefined) return { kind: "missing", query, ...host };
    return { kind: "place", place, query, ...host };
  }

  #treeAt(path: string): Place | undefined {
    return this.#trees.find((each) => path === each.path || path.startsWith(`${each.path}/`));
  }
}

const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/is;

/** The path of a target, as sent. The host of one in absolute form may be anything, which a parser of URLs would not read. */
export const pathOf = (target: string): string =>
  (absoluteForm.exec(target)?.[2] ?? target).split("?", 1)[0]!;

/** A path as bytes, one character per byte: it may not be UTF-8. */
const decoded = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

const cleanPath = (path: string): string => {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  const clean = `/${kept.join("/")}`;
  return path.endsWith("/") && clean !== "/" ? `${clean}/` : clean;
};

/** Escapes what Go's net/url escapes in a path. */
const encodePath = (path: string): string =>
  path.replace(/[^A-Za-z0-9\-_.~$&+,/:;=@]/g, (char) => {
    const hex = char.charCodeAt(0).toString(16).toUpperCase();
    return `%${hex.padStart(2, "0")}`;
  });
