import { bundleSources } from "../load/bundle.ts";
import type { Sources } from "../load/read.ts";
import { findingsOfAnyDocument } from "./any-document.ts";
import { closedObjects } from "./closed-objects.ts";
import { completeExamples } from "./complete-examples.ts";
import { componentNames } from "./component-names.ts";
import { crossReferences } from "./cross-references.ts";
import { danglingReferences } from "./dangling-references.ts";
import { described } from "./described.ts";
import { errorsOnce } from "./errors-once.ts";
import { exactExamples } from "./exact-examples.ts";
import { explicitRequired } from "./explicit-required.ts";
import { extensionFields } from "./extension-fields.ts";
import type { Finding, Rule } from "./finding.ts";
import { identicalComponents } from "./identical-components.ts";
import { noRecursion } from "./no-recursion.ts";
import { overlays } from "./overlays.ts";
import { portableSchemas } from "./portable-schemas.ts";
import { referenceFiles } from "./reference-files.ts";
import { uniqueNames } from "./unique-names.ts";
import { unusedComponents } from "./unused-components.ts";

/** What the contract has to satisfy beyond {@link findingsOfAnyDocument}, in the order in which findings are reported. */
export const rules: readonly Rule[] = [
  uniqueNames,
  componentNames,
  danglingReferences,
  referenceFiles,
  unusedComponents,
  identicalComponents,
  noRecursion,
  closedObjects,
  portableSchemas,
  extensionFields,
  explicitRequired,
  errorsOnce,
  described,
  crossReferences,
  completeExamples,
  exactExamples,
  overlays,
];

/** Checks the contract against every rule. Generation requires that there are no findings. */
export function lintSources(sources: Sources): Finding[] {
  const subject = { sources, profiles: bundleSources(sources) };
  const found = rules.flatMap(({ name, check }) =>
    check(subject).map((problem) => ({ rule: name, ...problem })),
  );
  return dropRepeated([...findingsOfAnyDocument(subject), ...found]);
}

/** The same finding occurs once in every profile. */
function dropRepeated(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()];
}
