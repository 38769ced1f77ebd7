import { isObject, type Json, parseJson } from "../../json/parse.ts";
import type { Outcome } from "../../request/send.ts";
import { copyButton } from "../copy-button.ts";
import { h } from "../element.ts";
import { jsonView } from "../json-view.ts";

/** The declared result and errors of a response. */
export type AnswerNotes = {
  /** The name of the declared error that an error is. */
  readonly errorName: (error: Json) => string | undefined;
  /** Cause and remedy of a declared error. */
  readonly explain: (name: string) => HTMLElement | undefined;
};

/** The expected result according to the documents, shown until there is a response. */
export function exampleAnswer(text: string): HTMLElement {
  return h(
    "div",
    { class: "answer" },
    h(
      "div",
      { class: "answer-head" },
      h("span", { class: "answer-title" }, "Answer"),
      h("span", { class: "chip" }, "example"),
    ),
    jsonView(text, "Example answer"),
  );
}

/** A request is under way. */
export function waitingAnswer(cancel: () => void): HTMLElement {
  return h(
    "div",
    { class: "answer", "aria-busy": "true" },
    h(
      "div",
      { class: "answer-head" },
      h("span", { class: "answer-title" }, "Waiting for the response"),
      h("span", { class: "pulse" }),
      h("button", { class: "quiet", type: "button", click: cancel }, "Cancel"),
    ),
  );
}

/** The response: status, time and size, and the body. */
export function answerView(outcome: Outcome, url: string, notes: AnswerNotes): HTMLElement {
  const duration = h("span", { class: "figure" }, durationText(outcome.durationMs));
  if (outcome.kind === "failure") {
    return h(
      "div",
      { class: "answer" },
      h(
        "div",
        { class: "answer-head" },
        h("span", { class: "answer-title" }, "Answer"),
        h("span", { class: "chip bad" }, "no answer"),
        duration,
      ),
      h(
        "p",
        { class: "empty" },
        `No response from ${url} (${outcome.reason}). Is the node running, and does it allow this page's origin?`,
      ),
    );
  }
  const error = errorIn(outcome.body);
  const verdict = outcome.status >= 400 ? "bad" : error === undefined ? "good" : "";
  return h(
    "div",
    { class: "answer" },
    h(
      "div",
      { class: "answer-head" },
      h("span", { class: "answer-title" }, "Answer"),
      h("span", { class: `chip ${verdict}` }, `${outcome.status} ${outcome.statusText}`.trim()),
      error !== undefined && errorChip(error, notes),
      duration,
      h("span", { class: "figure" }, sizeText(outcome.bodyBytes)),
      h(
        "span",
        { class: "end" },
        copyButton("Copy", () => outcome.body),
      ),
    ),
    error !== undefined && explanation(error, notes),
    outcome.body === ""
      ? h("p", { class: "empty" }, "The body is empty, as for a notification.")
      : jsonView(outcome.body.replace(/\n$/, ""), "Answer"),
  );
}

function explanation(error: Json, { errorName, explain }: AnswerNotes): HTMLElement | undefined {
  const name = errorName(error);
  return name === undefined ? undefined : explain(name);
}

function errorChip(error: Json, { errorName }: AnswerNotes): HTMLElement {
  const code = isObject(error) ? String(error["code"]) : "";
  const name = errorName(error);
  if (name === undefined) return h("span", { class: "chip bad" }, `error ${code}`);
  return h("a", { class: "chip bad", href: `#${name}` }, `${name} ${code}`);
}

function errorIn(body: string): Json | undefined {
  try {
    const answer = parseJson(body);
    return isObject(answer) ? answer["error"] : undefined;
  } catch {
    return undefined;
  }
}

function durationText(durationMs: number): string {
  return durationMs < 1_000
    ? `${durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms`
    : `${(durationMs / 1_000).toFixed(2)} s`;
}

function sizeText(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`;
}
