import { call, post } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";
import { type Attacks, ask, batch, body, bodyBytesMax, waitsBeside } from "../waits-beside.ts";

const restBytes = 300;
const long = bodyBytesMax - restBytes;
const open = '{"jsonrpc":"2.0","id":1,"method":"platform.getTx","params":';

export const attacks: Attacks = {
  "arrays as a string in params": () => ask("platform.getTx", { txID: "[".repeat(long) }),
  "5 MiB that an error message quotes": () =>
    ask("platform.getBlockchainStatus", { blockchainID: "1".repeat(long) }),
  "5 MiB of escaped quotes": () => body(`${open}{"txID":"${'\\"'.repeat(long / 2)}"}}`),
  "5 MiB of backslashes": () => body(`${open}{"txID":"${"\\\\".repeat(long / 2)}"}}`),
  "5 MiB of unicode escapes": () => body(`${open}{"txID":"${"\\u0061".repeat(long / 6)}"}}`),
  "5 MiB of lone surrogates": () => body(`${open}{"txID":"${"\\ud800".repeat(long / 6)}"}}`),
  "5 MiB of three-byte characters": () =>
    ask("platform.getTx", { txID: "\u20ac".repeat(long / 3) }),
  "5 MiB that is not UTF-8": () =>
    Buffer.concat([
      Buffer.from(post("/ext/bc/P", " ".repeat(long)).slice(0, -long)),
      Buffer.alloc(long, 0xff),
    ]),
  "a number of 5,000,000 digits": () => body(`${open}{"txID":${"9".repeat(5_000_000)}}}`),
  "a number of 5,000,000 digits as id": () =>
    body(`{"jsonrpc":"2.0","id":${"9".repeat(5_000_000)},"method":"platform.getHeight"}`),
  "a number of 5,000,000 digits as id of an unknown method": () =>
    body(`{"jsonrpc":"2.0","id":${"9".repeat(5_000_000)},"method":"platform.getHeigth"}`),
  "an exponent of 5,000,000 digits": () => body(`${open}{"height":1e${"9".repeat(5_000_000)}}}`),
  "a string of 5,000,000 letters as id": () =>
    body(`{"jsonrpc":"2.0","id":"${"a".repeat(5_000_000)}","method":"platform.getHeight"}`),
  "5,000,000 characters that Go escapes as id": () =>
    body(`{"jsonrpc":"2.0","id":"${"<".repeat(5_000_000)}","method":"platform.getHeight"}`),
  "a method name of 5 MiB": () => ask("a".repeat(long)),
  "a method name of 5 MiB of escapes": () =>
    body(`{"jsonrpc":"2.0","id":1,"method":"${"\\u0061".repeat(long / 6)}"}`),
  "a param name of 5 MiB": () => ask("platform.getTx", { ["a".repeat(long)]: 1 }),
  "5 MiB of spaces": () => body(`${" ".repeat(long)}${call("platform.getHeight")}`),
  "5 MiB of spaces after a comma": () =>
    body(`${open}{"txID":"1",${" ".repeat(long)}"encoding":"hex"}}`),
  "commas and spaces in turns": () => body(`${open}{"txID":"${": ".repeat(long / 2)}"}}`),
  "430,000 names": () => body(`${open}{${names(430_000)}}}`),
  "130,000 names of the request": () =>
    body(`{${names(130_000)},"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}`),
  "130,000 times the same name": () =>
    body(`{${Array(130_000).fill('"id":1')},"jsonrpc":"2.0","method":"platform.getHeight"}`),
  "80,000 times the version, with an escape": () =>
    body(
      `{${Array(80_000).fill('"jsonr\\u0070c":"2.\\u0030"')},"id":1,"method":"platform.getHeight"}`,
    ),
  "130,000 names of the request in a batch": () =>
    batch(1, `{${names(130_000)},"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}`),
  "130,000 names of params in a batch": () => batch(1, `${open}{${names(130_000)}}}`),
  "130,000 names of the method": () =>
    body(`{"jsonrpc":"2.0","id":1,"method":{${names(130_000)}}}`),
  "100 names in each of 1,000 elements of the id": () =>
    body(
      `{"jsonrpc":"2.0","id":[${Array(1_000).fill(`{${names(100)}}`)}],"method":"platform.getHeight"}`,
    ),
  "262,000 values in an array of params": () => body(`${open}[{}${",0".repeat(262_000)}]}`),
  "5,000 unknown params of 900 bytes": () =>
    body(`${open}{${Array.from({ length: 5_000 }, (_, i) => `"n${i}":"${"x".repeat(900)}"`)}}}`),
  "16,000 long integers": () =>
    ask("platform.getTx", { txID: Array(16_000).fill(8) }).replaceAll("8,", `${"8".repeat(70)},`),
  "10,000 levels of nesting": () =>
    body(`${open}${"[".repeat(9_990)}${"]".repeat(9_990)}}`.padEnd(70_000)),
  "1,000 calls of 8 kB in a batch": () =>
    batch(1_000, call("platform.getTx", { txID: "x".repeat(8_000) })),
  "1,000 notifications in a batch": () =>
    batch(1_000, '{"jsonrpc":"2.0","method":"platform.sampleValidators","params":{"size":10000}}'),
  "1,000 unknown methods in a batch": () => batch(1_000, call("platform.getHeigth")),
  "1,000 unknown names in a batch": () =>
    batch(1_000, call("platform.getTx", { [`a${"b".repeat(60)}`]: 1, txid: 1 })),
  "a batch of batches": () => batch(900, `[${Array(90).fill(call("platform.getHeight"))}]`),
};

export const torture: TortureCase = {
  attack: "bodies of the maximum size that are hard to read",
  run: async (stage) => [
    ...(await waitsBeside(stage, await stage.startNode(), attacks)),
    ...(await waitsBeside(
      stage,
      await stage.startNode("--api-profile=avalanchego"),
      Object.fromEntries(
        Object.entries(attacks).map(([name, make]) => [`${name}, profile avalanchego`, make]),
      ),
    )),
  ],
};

function names(count: number): string {
  return Array.from({ length: count }, (_, i) => `"n${i}":1`).join(",");
}
