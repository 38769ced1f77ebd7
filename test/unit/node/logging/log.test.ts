import { mkdtempSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLog } from "../../../../src/node/logging/log.ts";
import { LogFile } from "../../../../src/node/logging/log-file.ts";
import { formatLogLine } from "../../../../src/node/logging/log-line.ts";
import type { LogConfig } from "../../../../src/node/node-config.ts";

function directory(): string {
  return mkdtempSync(join(tmpdir(), "couloir-log-"));
}

const rotation = { maxSizeBytes: 1_000_000, maxFiles: 7, maxAgeDays: 0, compress: false };

function makeLog(config: Partial<LogConfig>, isTerminal = false) {
  const path = directory();
  let shown = "";
  const log = createLog(
    { directory: path, level: "info", displayLevel: "info", format: "auto", rotation, ...config },
    {
      isTerminal,
      write: (text) => {
        shown += text;
      },
    },
  );
  return {
    log,
    shown: () => shown,
    file: () => readFileSync(join(path, "main.log"), "utf8"),
    path,
  };
}

describe("formatLogLine", () => {
  it("is AvalancheGo's plain line in local time", () => {
    const line = formatLogLine(
      { level: "fatal", timestamp: "2024-12-20T19:44:45.293Z", msg: "no", err: { message: "x" } },
      false,
    );
    expect(line).toMatch(
      /^\[\d\d-\d\d\|\d\d:\d\d:45\.293\] FATAL no \{"err": \{"message":"x"\}\}\n$/,
    );
  });

  it("leaves out empty fields and colors the level alone", () => {
    const timestamp = "2024-12-20T19:44:45.293Z";
    expect(formatLogLine({ level: "info", timestamp, msg: "m" }, false)).toMatch(/INFO m\n$/);
    expect(formatLogLine({ level: "warn", timestamp, msg: "m" }, true)).toContain(
      "\u001b[1;33mWARN\u001b[0m m",
    );
  });
});

describe("createLog", () => {
  it("writes plain lines to the file and JSON to what is no terminal", async () => {
    const { log, shown, file } = makeLog({});
    log.info({ port: 9650, height: 12345678901234567890n }, "listening");
    log.fatal({ err: new Error("broken") }, "failed");
    await log.close();
    const [first, second] = file().split("\n") as [string, string];
    expect(first).toMatch(/^\[.*\] INFO listening \{"port": 9650, "height": 1234567890123456/);
    expect(second).toContain("] FATAL failed ");
    expect(second).toContain('"message":"broken"');
    const json = JSON.parse(shown().split("\n")[0]!);
    expect(json).toMatchObject({ level: "info", msg: "listening", port: 9650 });
    expect(json.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it("colors a terminal, and has JSON everywhere when asked for", async () => {
    const colored = makeLog({}, true);
    colored.log.info({}, "m");
    expect(colored.shown()).toContain("\u001b[0;36mINFO\u001b[0m m");
    const json = makeLog({ format: "json" }, true);
    json.log.info({}, "m");
    expect(JSON.parse(json.file())).toMatchObject({ msg: "m" });
    expect(JSON.parse(json.shown())).toMatchObject({ msg: "m" });
  });

  it("has a level for the file and one for the display", () => {
    const { log, shown, file } = makeLog({
      level: "verbo",
      displayLevel: "error",
      format: "plain",
    });
    log.verbo({}, "v");
    log.debug({}, "d");
    log.trace({}, "t");
    log.warn({}, "w");
    log.error({}, "e");
    expect(file().match(/\] (\w+) /g)).toEqual([
      "] VERBO ",
      "] DEBUG ",
      "] TRACE ",
      "] WARN ",
      "] ERROR ",
    ]);
    expect(shown()).toMatch(/^\[.*\] ERROR e\n$/);
  });

  it("writes nothing where a level is off", async () => {
    const { log, shown, path } = makeLog({ level: "off", displayLevel: "off" });
    log.fatal({}, "x");
    await log.close();
    expect(shown()).toBe("");
    expect(readdirSync(path)).toEqual([]);
  });
});

describe("LogFile", () => {
  let millis = Date.UTC(2024, 11, 20, 19, 44, 45, 1);
  const now = () => new Date(millis++);

  it("is put aside when it is full, and the oldest are removed", async () => {
    const path = directory();
    const file = new LogFile(path, "main", { ...rotation, maxSizeBytes: 10, maxFiles: 2 }, now);
    for (let i = 0; i < 5; i++) file.write(`line ${i} x\n`);
    await file.close();
    const names = readdirSync(path).sort();
    expect(names).toHaveLength(3);
    expect(names[0]).toMatch(/^main-2024-12-20T19-44-45\.\d{3}\.log$/);
    expect(readFileSync(join(path, "main.log"), "utf8")).toBe("line 4 x\n");
  });

  it("may be compressed", async () => {
    const path = directory();
    const file = new LogFile(path, "main", { ...rotation, maxSizeBytes: 10, compress: true }, now);
    file.write("12345678\n");
    file.write("12345678\n");
    await file.close();
    expect(readdirSync(path).filter((name) => name.endsWith(".log.gz"))).toHaveLength(1);
  });

  it("goes on in a directory that was renamed", async () => {
    const path = directory();
    const file = new LogFile(path, "main", { ...rotation, maxSizeBytes: 10 }, now);
    file.write("12345678\n");
    renameSync(path, `${path}-moved`);
    file.write("abcdefgh\n");
    await file.close();
    expect(readFileSync(join(`${path}-moved`, "main.log"), "utf8")).toBe("abcdefgh\n");
    expect(readdirSync(`${path}-moved`)).toHaveLength(2);
  });
});
