import { methodsIn, nameOf } from "../../document-parts.ts";
import type { JsonObject } from "../../load/json.ts";
import { UnusableDocument } from "../read.ts";
import { withoutSubscriptions } from "../subscriptions/find.ts";
import { Validators } from "../validators.ts";
import type { Plan, Skipped } from "./case.ts";
import { fileCases } from "./file-cases.ts";
import { methodCases } from "./method-cases.ts";
import { protocolCases, unknownMethod } from "./protocol-cases.ts";

/** Which requests a check may send. */
export type PlanOptions = {
  /** Methods to call although the document does not mark them as reading. */
  readonly methods: readonly string[];
  /** Call every method. */
  readonly all: boolean;
  /** `.io` files, or folders of them. */
  readonly cases: readonly string[];
  /** Send only the requests of `cases`. */
  readonly onlyCases: boolean;
  /** Names of rules of JSON-RPC that the server does not follow on purpose. */
  readonly without: readonly string[];
};

/** Plans the check of a self-contained document. Throws UnusableDocument if a name is not in it. */
export function planCheck(document: JsonObject, options: PlanOptions): Plan {
  const checked = { document, validators: new Validators(document) };
  const methods = methodsIn(withoutSubscriptions(document));
  const names = methods.map(nameOf);
  refuseUnknown("--method", "method", options.methods, names);
  const rules = protocolCases();
  refuseUnknown(
    "--without",
    "rule",
    options.without,
    rules.map(({ method }) => method),
  );
  const isCalled = (method: JsonObject) =>
    options.all || method["x-changes-state"] === false || options.methods.includes(nameOf(method));
  const called = methods.filter(isCalled);
  const plans = called.map((method) => methodCases(checked, method));
  const inFiles = new Set([...called.map(({ name }) => `${name}`), unknownMethod]);
  const files = fileCases(checked, options.cases, inFiles);
  if (options.onlyCases) return files;
  const left = methods
    .filter((method) => !isCalled(method))
    .map(
      (method): Skipped => ({
        method: nameOf(method),
        name: "all",
        reason: 'it is not marked with "x-changes-state": false',
      }),
    );
  return {
    cases: [
      ...plans.flatMap(({ cases }) => cases),
      ...files.cases,
      ...rules.filter(({ method }) => !options.without.includes(method)),
    ],
    skipped: [...left, ...plans.flatMap(({ skipped }) => skipped), ...files.skipped],
  };
}

function refuseUnknown(
  flag: string,
  kind: string,
  given: readonly string[],
  known: readonly string[],
): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const list = known.length > 12 ? "" : `: there are ${known.join(", ")}`;
  throw new UnusableDocument(`${flag} ${unknown}: there is no such ${kind}${list}`);
}
