import { expect, it } from "vitest";
import { compare, versionRow } from "../../scripts/current/releases.ts";
import { exitCode, type Row } from "../../scripts/current/report.ts";

it.each([
  ["1.2.3", "1.10.0"],
  ["v1.15.0-rc.2", "v1.15.0"],
  ["1.26", "1.26.1"],
])("%s is older than %s", (older, newer) => {
  expect(compare(older, newer)).toBeLessThan(0);
  expect(compare(newer, older)).toBeGreaterThan(0);
  expect(compare(older, older)).toBe(0);
});

it.each([
  ["1.2.3", "1.2.3", "covered"],
  ["1.2.3", "1.9.0", "covered"],
  ["1.2.3", "2.0.0", "behind"],
  ["0.2.3", "0.2.9", "covered"],
  ["0.2.3", "0.3.0", "behind"],
  ["12", "12.2.1", "covered"],
  ["3.0.0", "2.9.0", "covered"],
])("%s beside %s is %s", (ours, newest, state) => {
  expect(versionRow("a package", ours, newest).state).toBe(state);
});

it("covers what held.json keeps behind, up to the release that was read", () => {
  expect(versionRow("zxcvbn", "3.5.0", "4.4.2").state).toBe("covered");
  expect(versionRow("zxcvbn", "3.5.0", "5.0.0").state).toBe("behind");
});

it("exits with 1 for what is behind, and with 2 if only something is not known", () => {
  const row = (state: Row["state"]): Row => ({ what: "", ours: "", newest: "", state });
  const code = (...states: Row["state"][]) => exitCode([{ title: "", rows: states.map(row) }]);
  expect(code("covered")).toBe(0);
  expect(code("covered", "behind", "unknown")).toBe(1);
  expect(code("covered", "unknown")).toBe(2);
});
