import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compareDocuments } from "../../../codegen/diff/documents.ts";
import { main } from "../../../codegen/diff/main.ts";
import { bundleSources } from "../../../codegen/load/bundle.ts";
import { isObject, type Json, type JsonObject, listAt } from "../../../codegen/load/json.ts";
import { readSources } from "../../../codegen/load/read.ts";
import { resolve } from "../../../codegen/model.ts";
import { writeDocuments } from "../../../scripts/documents.ts";

const hasGit = spawnSync("git", ["--version"]).status === 0;
const root = fileURLToPath(new URL("../../../", import.meta.url));
let folder = "";
let before = "";
let after = "";

/** Two versions of the contract, the second without a method, as folders and as commits of a repository. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "couloir-diff-"));
  before = join(folder, "before");
  after = join(folder, "after");
  for (const place of [before, after]) {
    mkdirSync(place);
    cpSync(join(root, "openrpc"), join(place, "openrpc"), { recursive: true });
  }
  removeMethod(join(after, "openrpc/info.json"), "info.acps");
  if (!hasGit) return;
  git("init", "--quiet");
  for (const version of ["before", "after"]) {
    rmSync(join(folder, "openrpc"), { recursive: true, force: true });
    cpSync(join(folder, version, "openrpc"), join(folder, "openrpc"), { recursive: true });
    git("add", "openrpc");
    git("commit", "--quiet", "--message", version);
    git("tag", version);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("contract:diff", () => {
  test("finds what is gone between folders, and exits with 1", () => {
    const { code, out } = run(before, after);
    expect(code).toBe(1);
    expect(out).toBe(
      "breaking (1)\n  info.acps: is gone (method-removed)\n\n1 breaking, 0 compatible changes\n",
    );
  });

  test("calls what is new compatible, and exits with 0", () => {
    const { code, out } = run(after, before);
    expect([code, out]).toEqual([0, expect.stringContaining("info.acps: is new (method-added)")]);
  });

  test.skipIf(!hasGit)("reads git revisions", () => {
    expect(run("v-none", "after").code).toBe(2);
    expect(run("before", "after")).toEqual(run(before, after));
    expect(run("before", after)).toEqual(run(before, after));
    expect(run("after", "after")).toEqual({ code: 0, out: "no changes\n" });
  });

  test("reads the folder openrpc itself, and single documents", () => {
    expect(run(join(before, "openrpc"), join(after, "openrpc")).code).toBe(1);
    const documents = join(folder, "documents");
    writeDocuments(documents);
    const info = join(folder, "info.json");
    cpSync(join(documents, "spec/info.json"), info);
    removeMethod(info, "info.acps");
    const { code, out } = run(join(documents, "spec/info.json"), info);
    expect([code, out]).toEqual([1, expect.stringContaining("info.acps: is gone")]);
    expect(run(documents, documents)).toEqual({ code: 0, out: "no changes\n" });
  });

  test("reports a reference to another file in a folder of documents", () => {
    const place = join(folder, "elsewhere");
    mkdirSync(place);
    const result = { name: "r", schema: { $ref: "./types.json#/A" } };
    const document = { openrpc: "1.3.2", methods: [{ name: "m", params: [], result }] };
    writeFileSync(join(place, "m.json"), JSON.stringify(document));
    const { code, err } = run(place, place);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^the reference .\/types.json#\/A leads nowhere: compare the two doc/),
    ]);
  });

  test("prints JSON", () => {
    const { code, out } = run("--json", before, after);
    expect([code, JSON.parse(out)]).toEqual([
      1,
      {
        breaking: [
          {
            rule: "method-removed",
            where: "info.acps",
            text: "is gone",
            severity: "breaking",
            profiles: ["spec", "avalanchego", "avalanchego-1.12"],
          },
        ],
        compatible: [],
      },
    ]);
  });

  test("says which profiles alone have changed", () => {
    const overlay = join(after, "openrpc/profiles/avalanchego.json");
    const text = readFileSync(overlay, "utf8");
    const changed = text.replace(
      '"InvalidParams": {\n      "code": -32000',
      '"InvalidParams": {\n      "code": -1',
    );
    expect(changed).not.toBe(text);
    writeFileSync(overlay, changed);
    const { out } = run(before, after);
    expect(out).toMatch(
      /errors\.InvalidParams\.code: was -32000, is -1 .*\[avalanchego, avalanchego-1\.12\]\n {4}and at/,
    );
    writeFileSync(overlay, text);
  });

  test.each([[[]], [["a"]], [["a", "b", "c"]]])("explains itself to %j", (args) => {
    expect(run(...args)).toEqual({ code: 2, out: "", err: expect.stringContaining("usage:") });
  });

  test("names what it cannot read", () => {
    const broken = join(folder, "broken.json");
    writeFileSync(broken, "{");
    expect(run(broken, after)).toEqual({
      code: 2,
      out: "",
      err: expect.stringContaining("broken.json"),
    });
    writeFileSync(broken, "{}");
    expect(run(broken, after).err).toContain("is no OpenRPC document");
  });
});

describe("in the contract as it is", () => {
  const bundles = bundleSources(readSources(root))[0]!.bundles;

  test("every member of every result is missed when it is gone", () => {
    let removed = 0;
    for (const { api, json } of bundles) {
      for (const [at, method] of listAt(json, "methods").entries()) {
        const schema = resultSchema(method, json);
        const { properties } = schema;
        if (!isObject(properties)) continue;
        for (const name of Object.keys(properties)) {
          const { [name]: _, ...kept } = properties;
          const required = listAt(schema, "required").filter((wanted) => wanted !== name);
          const changed = withResult(json, at, { ...schema, properties: kept, required });
          const found = compareDocuments(new Map([[api, json]]), new Map([[api, changed]]));
          const where = `${(method as JsonObject)["name"]} result.${name}`;
          expect(found).toEqual([{ rule: "result-member-removed", where, text: "is gone" }]);
          removed += 1;
        }
      }
    }
    expect(removed).toBeGreaterThan(100);
  });
});

function resultSchema(method: Json, document: JsonObject): JsonObject {
  const result = isObject(method) ? resolve(method["result"] ?? {}, document) : {};
  return resolve(result["schema"] ?? {}, document);
}

function withResult(document: JsonObject, at: number, schema: JsonObject): JsonObject {
  const methods = listAt(document, "methods").map((method, index) =>
    index === at && isObject(method) ? { ...method, result: { name: "result", schema } } : method,
  );
  return { ...document, methods };
}

/** `err` is there if something was printed to it. */
function run(...args: readonly string[]): { code: number; out: string; err?: string } {
  const printed = { out: "", err: "" };
  const code = main(args, folder, {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
  });
  return { code, out: printed.out, ...(printed.err !== "" && { err: printed.err }) };
}

function git(...args: readonly string[]): void {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.org"];
  execFileSync("git", [...identity, ...args], { cwd: folder });
}

function removeMethod(path: string, name: string): void {
  const document = JSON.parse(readFileSync(path, "utf8")) as { methods: { name: string }[] };
  const methods = document.methods.filter((method) => method.name !== name);
  writeFileSync(path, JSON.stringify({ ...document, methods }));
}
