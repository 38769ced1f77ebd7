/** Whether a finding makes the exit code 1. A warning is about what tools ignore, rename or never use. */
export type Severity = "error" | "warning";

/** The rules, in the order of the guide: how serious a finding is, and what to do about it. */
export const rules = {
  usable: { severity: "error", remedy: "Give a JSON file or URL with an OpenRPC document." },
  "meta-schema": {
    severity: "error",
    remedy: "Change the value as the specification of OpenRPC says.",
  },
  "valid-references": {
    severity: "error",
    remedy: "Correct the reference, or add what it leads to.",
  },
  "unique-members": { severity: "error", remedy: "Rename or remove one of them." },
  "unique-names": { severity: "error", remedy: "Rename one of them." },
  "required-first": {
    severity: "error",
    remedy: 'Move it before the optional params, or set "paramStructure": "by-name".',
  },
  "valid-examples": { severity: "error", remedy: "Correct the example or the schema." },
  "valid-links": {
    severity: "error",
    remedy: "Correct the name, or add the method or the param.",
  },
  notifications: {
    severity: "error",
    remedy: "Add a result if the server responds; otherwise remove it.",
  },
  subscriptions: {
    severity: "error",
    remedy: "Correct the member, name what the document has, or remove `x-subscription`.",
  },
  "valid-schemas": { severity: "error", remedy: "Correct the schema." },
  "impossible-schemas": {
    severity: "error",
    remedy:
      "Declare the member, allow others, correct the bounds, or give the type that the value has.",
  },
  "schema-slips": { severity: "error", remedy: "`--fix` corrects it." },
  "ignored-keywords": {
    severity: "warning",
    remedy: "Write it in JSON Schema; `--fix` does it where that needs no decision.",
  },
  "extension-fields": {
    severity: "warning",
    remedy: "Give it a value of that form, or rename your field if it means something else.",
  },
  "similar-names": {
    severity: "warning",
    remedy: "Rename one of them; otherwise one gets a number in code.",
  },
  "unique-codes": {
    severity: "warning",
    remedy:
      "Give each of them its own code. If the server cannot, clients distinguish them by their messages.",
  },
  "unreachable-components": {
    severity: "warning",
    remedy: "Refer to the component, or remove it.",
  },
} as const satisfies Record<string, { readonly severity: Severity; readonly remedy: string }>;

export type RuleName = keyof typeof rules;
