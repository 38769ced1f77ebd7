import type { Metadata } from "../metadata.ts";

const metadataKey = "ledger-local-from";

/** From which height on the store has all rows: those of blocks before it may be in PostgreSQL only. */
export class LocalHeights {
  readonly #metadata: Metadata;
  #from: number | undefined;

  constructor(metadata: Metadata) {
    this.#metadata = metadata;
  }

  /** 0 if it has all. */
  get from(): number {
    this.#from ??= Number(this.#metadata.getText(metadataKey) ?? 0);
    return this.#from;
  }

  /** Call it in the transaction that removes rows. */
  note(from: number): void {
    this.#metadata.setText(metadataKey, String(from));
    this.#from = from;
  }

  /** Call it in the transaction that writes all rows again. */
  forget(): void {
    this.#metadata.delete(metadataKey);
    this.#from = 0;
  }

  /** Reads it again. */
  reload(): void {
    this.#from = undefined;
  }
}
