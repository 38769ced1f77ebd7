import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/**
 * V8 stops optimizing patterns in a process that has many of them. A pattern then keeps a position for each character
 * that it repeats, and throws RangeError after some ten million.
 */
test("long texts are read where V8 does not optimize patterns", () => {
  const source = (name: string) => JSON.stringify(new URL(`../src/${name}`, import.meta.url).href);
  const script = `
    import { parseExact } from ${source("json.ts")};
    import { MessageReader } from ${source("server-sent-events.ts")};
    const digits = "9".repeat(20_000_000);
    const [text, fraction] = parseExact('["' + digits + '",0.' + digits + ']');
    const [message] = new MessageReader().read("data: " + digits + "\\n\\n");
    console.log(text === digits, fraction, message.data === digits);
  `;
  const flags = ["--no-regexp-optimization", "--import", "tsx", "--input-type=module"];
  const printed = execFileSync(process.execPath, [...flags, "--eval", script], {
    encoding: "utf8",
  });
  expect(printed.trim()).toBe("true 0.9999999999999999 true");
});
