/** The data that a server answers from: what ends cached results, whether calls can be answered, and how far it is. */
export abstract class ServedData {
  /** Changes whenever results of lifetime `block` and `second` may change. */
  abstract version(): number | bigint;

  /** The clock of lifetime `second`, in Unix seconds. */
  abstract nowSeconds(): number | bigint;

  /** Changes when history itself changes, which ends even results of lifetime `immutable`. */
  generation(): number {
    return 0;
  }

  /** Whether only another process sees the newest data, so that it answers whole requests. Checked before each request. */
  isElsewhere(): boolean {
    return false;
  }

  /** Why routes with these needs cannot answer now, as a line of text, which is sent with 503. */
  unready(_needs: string): string | undefined {
    return undefined;
  }

  /** How far the data is, for clients that read from several servers; undefined if that says nothing. */
  position(): bigint | undefined {
    return undefined;
  }

  /** Names and values of headers that say what else is true of the data. */
  remarks(): readonly string[] {
    return [];
  }

  /** Resolves when the data is that far, or to false after a while. */
  reached(_minimum: bigint): boolean | Promise<boolean> {
    return true;
  }
}
