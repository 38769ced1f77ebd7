/** The effect of a change on programs written for the old contract. */
export type Severity = "breaking" | "compatible";

/**
 * Every kind of change and its effect. Programs that send params break if something is no longer
 * accepted; programs that read results break if something is gone or if a new value appears. New
 * members of a result break nothing, because clients ignore unknown members. A new form of a result
 * breaks nothing if only calls that were not possible before return it.
 */
export const severities = {
  "document-removed": "breaking",
  "document-added": "compatible",
  "path-removed": "breaking",
  "path-added": "compatible",
  "get-route-removed": "breaking",
  "get-route-added": "compatible",
  "get-route-changed": "breaking",
  "switched-off-by-default": "breaking",
  "switched-on-by-default": "compatible",
  "method-removed": "breaking",
  "method-added": "compatible",
  "method-deprecated": "compatible",
  "method-no-longer-deprecated": "compatible",
  "method-node-local": "breaking",
  "method-no-longer-node-local": "compatible",
  "method-changes-state": "breaking",
  "method-no-longer-changes-state": "compatible",
  "param-structure-narrowed": "breaking",
  "param-structure-widened": "compatible",
  "param-order-changed": "breaking",
  "param-removed": "breaking",
  "param-added": "compatible",
  "param-added-required": "breaking",
  "param-now-required": "breaking",
  "param-now-optional": "compatible",
  "param-default-changed": "breaking",
  "param-default-added": "compatible",
  "params-narrowed": "breaking",
  "params-widened": "compatible",
  "params-changed": "breaking",
  "params-member-removed": "breaking",
  "params-member-added": "compatible",
  "params-member-added-required": "breaking",
  "params-member-now-required": "breaking",
  "params-member-now-optional": "compatible",
  "params-closed": "breaking",
  "params-opened": "compatible",
  "result-removed": "breaking",
  "result-added": "compatible",
  "result-narrowed": "compatible",
  "result-widened": "breaking",
  "result-changed": "breaking",
  "result-form-on-request": "compatible",
  "result-member-removed": "breaking",
  "result-member-added": "compatible",
  "result-member-added-required": "compatible",
  "result-member-now-required": "compatible",
  "result-member-now-optional": "breaking",
  "result-closed": "compatible",
  "result-opened": "compatible",
  "error-removed": "compatible",
  "error-added": "compatible",
  "error-code-changed": "breaking",
  "error-message-changed": "compatible",
  "error-data-changed": "compatible",
  "error-data-removed": "breaking",
} as const satisfies Readonly<Record<string, Severity>>;

export type Rule = keyof typeof severities;

export type Change = {
  readonly rule: Rule;
  /** `platform.getBlock params.encoding`: the document or method, then the place in it. */
  readonly where: string;
  readonly text: string;
};

/** Receives a change and its place. */
export type Note = (rule: Rule, where: string, text: string) => void;
