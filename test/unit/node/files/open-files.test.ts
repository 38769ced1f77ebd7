import { expect, test } from "vitest";
import { connectionsByOpenFiles } from "../../../../src/node/files/open-files.ts";

const limits = (
  files: string,
) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             96000                96000                processes
Max open files            ${files.padEnd(20)} 1048576              files
`;

test.each([
  [limits("1024"), 720],
  [limits("65536"), 49_104],
  [limits("20"), 1],
  [limits("unlimited"), Number.POSITIVE_INFINITY],
  ["", Number.POSITIVE_INFINITY],
])("clients get a share of the files that a process may open", (text, connections) => {
  expect(connectionsByOpenFiles(text)).toBe(connections);
});
