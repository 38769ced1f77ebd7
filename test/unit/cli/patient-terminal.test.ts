import { expect, it } from "vitest";
import { patientTerminal } from "../../../src/cli/patient-terminal.ts";

function terminalOf(stream: { destroyed: boolean; isTTY: boolean; writableLength: number }) {
  const shown: string[] = [];
  const write = (text: string) => void shown.push(text);
  const terminal = { environment: {}, out: write, err: write, columns: undefined };
  return { shown, patient: patientTerminal(terminal, { stdout: stream, stderr: stream }) };
}

it("drops what a reader does not take, and says so", () => {
  const stream = { destroyed: false, isTTY: false, writableLength: 0 };
  const { shown, patient } = terminalOf(stream);
  patient.out("first");
  stream.writableLength = 2 ** 20 + 1;
  expect(() => patient.out("second")).toThrow("too slow");
  patient.err("third");
  stream.writableLength = 0;
  patient.out("fourth");
  stream.destroyed = true;
  expect(() => patient.out("fifth")).toThrow("nobody reads");
  expect(shown).toEqual(["first", "fourth"]);
});

it("does not wait for a terminal", () => {
  const blocking: boolean[] = [];
  const _handle = { setBlocking: (isBlocking: boolean) => void blocking.push(isBlocking) };
  terminalOf(Object.assign({ destroyed: false, isTTY: true, writableLength: 0 }, { _handle }));
  expect(blocking).toEqual([false, false]);
});
