import { printablePointer } from "../places.ts";
import { type Files, shown } from "../read.ts";
import { type Finding, finding } from "./finding.ts";

/** Members that JSON parsers drop, because their object has another one of the same name. */
export function hiddenMembersIn({ hidden = new Map() }: Files): Finding[] {
  return [...hidden].flatMap(([file, members]) =>
    members.map(({ way }) =>
      finding(
        "unique-members",
        `${shown(file)}#${printablePointer(way)}`,
        `the object has another member ${JSON.stringify(way.at(-1))}: parsers keep only one of them`,
      ),
    ),
  );
}
