import type { EventsDocument } from "../emit/events/document.ts";
import type { Contract } from "../model.ts";
import type { ClientModel } from "./model.ts";

/** A language of clients: its names, types and templates over the model. */
export type ClientLanguage = {
  /** Its folder is `clients/<name>`. */
  readonly name: string;
  /** Whether a file is generated, by its path in the folder. Any other such file is an orphan. */
  readonly isGenerated: (path: string) => boolean;
  readonly emit: (
    model: ClientModel,
    contract: Contract,
    events: EventsDocument | undefined,
  ) => readonly ClientFile[] | Promise<readonly ClientFile[]>;
};

/** A generated file. Its first line is the `header` of `emit/writer.ts`. */
export type ClientFile = {
  /** In the client's folder. */
  readonly path: string;
  readonly text: string;
};

/** Renders all files of a client package in one language. */
export type PackageWriter = (model: ClientModel, info: PackageInfo) => readonly ClientFile[];

/** What a package is called and described by. */
export type PackageInfo = {
  /** Lower case letters, digits and hyphens, the first a letter: `petstore`. */
  readonly name: string;
  /** Of the document. */
  readonly title: string;
  readonly version: string;
  /** The first HTTP server of the document. */
  readonly url: string;
  /** Of the document. */
  readonly license?: { readonly name: string; readonly url: string | undefined } | undefined;
};
