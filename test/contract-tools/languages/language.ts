import type { PackageInfo } from "../../../codegen/clients/language.ts";
import type { ClientModel } from "../../../codegen/clients/model.ts";

/** How to compile a generated package together with a program that makes the calls of examples. */
export type CheckedLanguage = {
  readonly name: string;
  /** A command that works if the toolchain is there. */
  readonly toolchain: readonly string[];
  /** The files of the program, in the package's folder. */
  readonly program: (
    model: ClientModel,
    info: PackageInfo,
  ) => readonly (readonly [string, string])[];
  /** The commands that compile the package, its example and the program. They must print nothing. */
  readonly compile: (folder: string) => readonly Command[];
  /**
   * The command that reads calls.json, a list of `{"method", "params"}`, makes the calls at the URL
   * that is its argument, and prints a list of `{"result"}` or `{"failure"}`.
   */
  readonly run: (folder: string, info: PackageInfo) => Command;
};

export type Command = {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};
