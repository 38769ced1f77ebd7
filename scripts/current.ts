/*
 * `npm run current` prints what is newest of everything that we follow, beside what we have tested or read: Node, npm and
 * compilers, dependencies, what the clients and the suites pin, AvalancheGo, and the files of AvalancheGo that we cite.
 * It asks the package registries and the Go module proxy through npm, cargo, pip, mvn and go. `-- --all` lists the cited
 * files that have not changed, too. Exits with 0 if everything is covered, 1 if something is not, 2 if it could not ask.
 */
import { avalancheGoRelease, citedFiles } from "./current/avalanchego.ts";
import { clientDependencies, dependencies, suites } from "./current/dependencies.ts";
import { exitCode, printSection, type Section } from "./current/report.ts";
import { runtimes } from "./current/runtimes.ts";

const isComplete = process.argv.includes("--all");
const [runtimeRows, npmRows, clientRows, suiteRows, releaseRows, fileRows] = await Promise.all([
  runtimes(),
  dependencies(),
  clientDependencies(),
  suites(),
  avalancheGoRelease(),
  citedFiles(),
]);
const sections: readonly Section[] = [
  { title: "Runtimes", rows: runtimeRows },
  { title: "Dependencies", rows: npmRows },
  { title: "Clients", rows: clientRows },
  { title: "Suites", rows: suiteRows },
  { title: "AvalancheGo", rows: releaseRows },
];
for (const section of sections) printSection(section);

const same = fileRows.filter(({ newest }) => newest === "same");
printSection({
  title: `Cited files: ${same.length} of ${fileRows.length} say the same in the newest release`,
  rows: isComplete ? fileRows : fileRows.filter((row) => !same.includes(row)),
});
const all = [...sections, { title: "Cited files", rows: fileRows }];
const count = (state: string) =>
  all.flatMap(({ rows }) => rows).filter((row) => row.state === state).length;
console.log(
  `\n${count("covered")} covered, ${count("behind")} behind, ${count("unknown")} not known`,
);
process.exitCode = exitCode(all);
