import type { RestApi, RestOperation } from "../../contract/rest-api.ts";
import { fieldsOf } from "../../form/field.ts";
import type { JsonObject } from "../../json/parse.ts";
import { restRequest } from "../../request/rest.ts";
import type { Settings } from "../../settings.ts";
import { curlRest } from "../../snippets/curl.ts";
import { copyButton } from "../copy-button.ts";
import { h } from "../element.ts";
import { fieldView, readMembers } from "../input-view.ts";
import { consoleFrame } from "./frame.ts";

/** Where a REST operation is tried: its parameters as a form, the request in curl, and the response. */
export function restConsole(
  operation: RestOperation,
  { schemas }: RestApi,
  settings: Settings,
): HTMLElement {
  const views = fieldsOf(operation.params, schemas).map((field) => ({
    name: field.name,
    view: fieldView(field),
  }));
  const write = (params: JsonObject): void => {
    for (const { name, view } of views) view.write(params[name]);
  };
  write(operation.examples[0]?.params ?? {});
  const request = () => restRequest(operation, readMembers(views));
  const form = h(
    "form",
    { class: "request-form", submit: (event: Event) => event.preventDefault() },
    h("div", { class: "fields" }, ...views.map(({ view }) => view.node)),
  );
  return consoleFrame({
    label: operation.name,
    verb: operation.verb,
    tabs: [
      { key: "form", label: "Form" },
      { key: "curl", label: "curl" },
    ],
    panels: (key) => {
      if (key === "form") return form;
      const text = () => curlRest(settings.node, request());
      const label = "The request in curl";
      return h(
        "div",
        { class: "snippet-panel" },
        h("pre", { class: "code snippet", tabindex: 0, "aria-label": label }, text()),
        copyButton("Copy curl", text),
      );
    },
    paths: [operation.path],
    onPath: () => {},
    settings,
    examples: operation.examples.map(({ name }) => name),
    onExample: (index) => {
      const example = operation.examples[index]!;
      write(example.params);
      return example.result;
    },
    request,
    changesState: false,
    errorName: () => undefined,
    explain: () => undefined,
  });
}
