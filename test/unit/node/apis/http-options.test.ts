import { expect, it } from "vitest";
import { httpOptions } from "../../../../src/node/apis/http-options.ts";
import type { HttpConfig } from "../../../../src/node/node-config.ts";

const mebibyte = 1024 * 1024;

it.each([
  [96, 1, 96],
  [96, 2, 48],
  [96, 16, 32],
  [20, 2, 20],
])("%s MiB for clients of %s processes are %s MiB for each", (limit, processes, each) => {
  const config = { memoryLimitBytes: limit * mebibyte } as HttpConfig;
  expect(httpOptions(config, processes).limits?.clientBytes).toBe(each * mebibyte);
});
