/** A reason not to start that is no bug of ours: a missing file, a taken port. The message says what to do about it. */
export class StartError extends Error {
  override readonly name = "StartError";
}
