import { expect, it } from "vitest";
import { withDriver } from "../../../src/store/sqlite.ts";

it("says in one sentence what to do if the native module is missing", () => {
  for (const error of [
    new Error("Could not locate the bindings file. Tried:\n → build/better_sqlite3.node\n → ..."),
    Object.assign(new Error("NODE_MODULE_VERSION 115"), { code: "ERR_DLOPEN_FAILED" }),
  ]) {
    const open = () => {
      throw error;
    };
    expect(() => withDriver(open)).toThrow(
      /^the native module .* run `npm rebuild better-sqlite3`.*$/,
    );
  }
  const other = new Error("no space left");
  expect(() =>
    withDriver(() => {
      throw other;
    }),
  ).toThrow(other);
});
