import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLog } from "../../../../src/node/logging/log.ts";
import { LogFile } from "../../../../src/node/logging/log-file.ts";
import { formatLogLine } from "../../../../src/node/logging/log-line.ts";
import type { LogConfig } from "../../../../src/node/node-config.ts";
import { canMount, mount, unmount } from "../../../support/tmpfs.ts";

function directory(): string {
  return mkdtempSync(join(tmpdir(), "couloir-log-"));
}

const rotation = { maxSizeBytes: 1_000_000, maxFiles: 7, maxAgeDays: 0, compress: false };

function makeLog(config: Partial<LogConfig>, isTerminal = false, path = directory()) {
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
  it.each([
    [true, "INFO hello"],
    [false, "\u001b[0;36mINFO\u001b[0m hello"],
  ])("has colors on a terminal unless that has none: %j", (isColorless, line) => {
    let shown = "";
    const write = (text: string) => {
      shown += text;
    };
    const config = {
      directory: undefined,
      level: "info",
      displayLevel: "info",
      format: "auto",
    } as const;
    createLog({ ...config, rotation }, { isTerminal: true, isColorless, write }).info({}, "hello");
    expect(shown).toContain(line);
  });

  it("names the remedy if its file cannot be opened", () => {
    const path = directory();
    mkdirSync(join(path, "main.log"));
    expect(() => makeLog({}, false, path)).toThrow(
      /couldn't open the log: EISDIR.*; choose a writable directory with --log-dir/,
    );
  });

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
  it("writes plain lines to the file and JSON to anything but a terminal", async () => {
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

  it("is rotated when it is full, and the oldest are removed", async () => {
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

  it("continues in a directory that was renamed", async () => {
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

describe("a log file that something else changes", () => {
  it("is created again if it is deleted or renamed, alone or with its directory", async () => {
    const path = join(directory(), "logs");
    const write = async (change: () => void) => {
      const { log } = makeLog({ displayLevel: "off" }, false, path);
      change();
      log.info({}, "afterwards");
      await log.close();
      const found = readFileSync(join(path, "main.log"), "utf8");
      rmSync(path, { recursive: true });
      return found;
    };
    const file = join(path, "main.log");
    expect(await write(() => rmSync(file))).toContain("afterwards");
    expect(await write(() => renameSync(file, join(path, "main.log.1")))).toContain("afterwards");
    expect(await write(() => rmSync(path, { recursive: true }))).toContain("afterwards");
  });

  it("is not created again below a data directory that is deleted", async () => {
    const path = join(directory(), "logs");
    const { log } = makeLog({ displayLevel: "off" }, false, path);
    rmSync(join(path, ".."), { recursive: true });
    log.info({}, "lost");
    expect(log.lostLines().file).toBe(1);
    expect(existsSync(path)).toBe(false);
    await log.close();
  });
});

describe("a named pipe as the log file", () => {
  function pipeLog() {
    const path = directory();
    const file = join(path, "main.log");
    execFileSync("mkfifo", [file]);
    return { file, make: () => makeLog({ displayLevel: "off" }, false, path).log };
  }

  it("delays neither the start nor a line while nobody reads it", async () => {
    const { file, make } = pipeLog();
    const log = make();
    log.info({}, "lost");
    expect(log.lostLines().file).toBe(1);
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    log.info({}, "written");
    const bytes = Buffer.alloc(4096);
    const read = bytes.toString("utf8", 0, readSync(reader, bytes));
    expect(read).toMatch(/log lines were lost {"count": 1.*\n.*written\n$/);
    for (let i = 0; i < 200; i++) log.info({ text: "x".repeat(1000) }, "too much");
    expect(log.lostLines().file).toBeGreaterThan(100);
    closeSync(reader);
    await log.close();
  });
});

describe("a log that cannot be written", () => {
  it("counts the lines, reports them when it can write again, and never throws", () => {
    let isFull = false;
    let shown = "";
    const write = (text: string) => {
      if (isFull) throw new Error("ENOSPC: no space left on device");
      shown += text;
    };
    const config: LogConfig = {
      directory: undefined,
      level: "off",
      displayLevel: "info",
      format: "json",
      rotation,
    };
    const log = createLog(config, { isTerminal: false, write });
    log.info({}, "before");
    isFull = true;
    log.info({}, "lost");
    log.error({ err: new Error("x") }, "lost");
    expect(log.lostLines()).toEqual({ file: 0, display: 2 });
    isFull = false;
    log.info({}, "after");
    log.info({}, "later");
    const lines = shown.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      "before",
      "log lines were lost",
      "after",
      "later",
    ]);
    const reason = "ENOSPC: no space left on device";
    expect(JSON.parse(lines[1]!)).toMatchObject({ level: "warn", count: 2, reason });
  });

  it.skipIf(!canMount)("has whole lines on a disk that was full (needs a mount)", async () => {
    const path = directory();
    mount(path, "size=64k");
    try {
      const { log, file } = makeLog({ directory: path, displayLevel: "off" }, false, path);
      const filler = "x".repeat(700);
      for (let i = 0; i < 200; i++) log.info({ filler }, `line ${i}`);
      expect(log.lostLines().file).toBeGreaterThan(50);
      const written = file();
      expect(written.endsWith("\n")).toBe(true);
      writeFileSync(join(path, "main.log"), "");
      log.info({}, "there is space");
      await log.close();
      expect(file()).toMatch(
        /WARN log lines were lost \{"count": \d+, "reason": "ENOSPC.*\n.*there is space\n$/,
      );
    } finally {
      unmount(path);
    }
  });

  it.skipIf(!canMount)(
    "is rotated although the new file has no space (needs a mount)",
    async () => {
      const path = directory();
      mount(path, "size=64k,nr_inodes=2");
      try {
        const file = new LogFile(path, "main", { ...rotation, maxSizeBytes: 10 }, () => new Date());
        file.write("line 1 x\n");
        expect(() => file.write("line 2 x\n")).toThrow("ENOSPC");
        expect(readdirSync(path)).toEqual(["main.log"]);
        await file.close();
      } finally {
        unmount(path);
      }
    },
  );

  it.skipIf(!canMount)("begins once there is room for its file (needs a mount)", async () => {
    const path = directory();
    mount(path, "size=64k,nr_inodes=2");
    try {
      const filler = join(path, "filler");
      writeFileSync(filler, "");
      const { log, file } = makeLog({ displayLevel: "off" }, false, path);
      log.info({}, "lost");
      expect(log.lostLines().file).toBe(1);
      rmSync(filler);
      log.info({}, "there is room");
      await log.close();
      expect(file()).toMatch(/WARN log lines were lost {"count": 1.*\n.*there is room\n$/);
    } finally {
      unmount(path);
    }
  });
});
