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
