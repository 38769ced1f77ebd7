import { ServedData } from "../../src/rpc/json-rpc/served-data.ts";

/** Data that a test moves. */
export class FixedData extends ServedData {
  versionNow: number;
  secondsNow: number;
  generationNow = 0;

  constructor(version = 0, seconds = 0) {
    super();
    this.versionNow = version;
    this.secondsNow = seconds;
  }

  override version(): number {
    return this.versionNow;
  }

  override nowSeconds(): number {
    return this.secondsNow;
  }

  override generation(): number {
    return this.generationNow;
  }
}
