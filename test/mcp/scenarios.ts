/** A scenario of the suite, and the revisions of the protocol that it is run for. */
export type Scenario = { readonly name: string; readonly revisions: readonly string[] };

const handshakes = ["2025-06-18", "2025-11-25"];
const stateless = "2026-07-28";

/**
 * What applies to a server of tools and text resources. The others need prompts, or tools that the suite describes, which
 * ask the user, log, or return pictures.
 */
export const scenarios: readonly Scenario[] = [
  { name: "server-initialize", revisions: handshakes },
  { name: "ping", revisions: handshakes },
  { name: "server-stateless", revisions: [stateless] },
  { name: "tools-list", revisions: [...handshakes, stateless] },
  { name: "resources-list", revisions: [...handshakes, stateless] },
  { name: "sep-2164-resource-not-found", revisions: [stateless] },
  { name: "dns-rebinding-protection", revisions: ["2025-11-25", stateless] },
  { name: "caching", revisions: [stateless] },
  { name: "http-header-validation", revisions: [stateless] },
  { name: "server-sse-multiple-streams", revisions: [stateless] },
  { name: "input-required-result-unsupported-methods", revisions: [stateless] },
];

const needsTool = "needs a tool that the suite describes";
const refusesToListen = "tools never change, so subscriptions/listen is refused";

/** Checks within these scenarios that do not apply, by ID, and why. */
export const inapplicable: Readonly<Record<string, string>> = {
  "sep-2575-server-rejects-undeclared-capability": needsTool,
  "sep-2575-missing-capability-http-400": needsTool,
  "sep-2575-http-server-no-independent-requests-on-stream": needsTool,
  "sep-2575-server-no-log-without-loglevel": needsTool,
  "sep-2575-server-sends-subscription-ack": refusesToListen,
  "sep-2575-server-tags-subscription-id": refusesToListen,
  "sep-2549-prompts-list-caching-hints": "there are no prompts",
};
