import type { EventsDocument } from "../emit/events/document.ts";
import type { Contract } from "../model.ts";
import type { ClientModel } from "./model.ts";

/** A language that clients are made for: its names, types and templates over the model. */
export type ClientLanguage = {
  /** Its folder is `clients/<name>`. */
  readonly name: string;
  /** The files that are wholly generated, by their path in the folder: any other such file is an orphan. */
  readonly isGenerated: (path: string) => boolean;
  readonly emit: (
    model: ClientModel,
    contract: Contract,
    events: EventsDocument | undefined,
  ) => readonly ClientFile[] | Promise<readonly ClientFile[]>;
};

/** A generated file. Its first line has the words of `header` in `emit/writer.ts`. */
export type ClientFile = {
  /** In the client's folder. */
  readonly path: string;
  readonly text: string;
};
