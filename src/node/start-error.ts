/** What a driver may want to tell apart; each has an exit code of its own. */
export type StartProblem = "address-in-use" | "directory-in-use";

/** A reason not to start that is no bug of ours: a missing file, a taken port. The message says what to do about it. */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly reason: StartProblem | undefined;

  constructor(message: string, options: ErrorOptions & { readonly reason?: StartProblem } = {}) {
    super(message, options);
    this.reason = options.reason;
  }
}
