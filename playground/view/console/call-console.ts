import type { Contract, Method } from "../../contract/contract.ts";
import { declaredError } from "../../contract/declared-error.ts";
import { fieldsOf } from "../../form/field.ts";
import { fits } from "../../form/value.ts";
import { isObject, type JsonObject, parseJson } from "../../json/parse.ts";
import { paramsIn, requestText } from "../../request/request.ts";
import type { Settings } from "../../settings.ts";
import { type LanguageName, languages, snippetOf } from "../../snippets/languages.ts";
import { copyButton } from "../copy-button.ts";
import { h } from "../element.ts";
import { fieldView, readMembers } from "../input-view.ts";
import { remedyView } from "../remedy-view.ts";
import { consoleFrame } from "./frame.ts";

/** Lets you try a method: its request as a form, as JSON and in each language, and the response. */
export function callConsole(method: Method, contract: Contract, settings: Settings): HTMLElement {
  const [example] = method.examples;
  let params = example === undefined ? {} : exampleParams(example.params);
  const write = (given: JsonObject): string =>
    requestText(method.name, given, method.positions, method.isNotification);
  let text = write(params);
  let path = method.paths[0]!;

  const form = formView(method, contract);
  const json = jsonEditor(method.name);
  const snippet = h("pre", { class: "code snippet", tabindex: 0 });
  const snippetText = (language: LanguageName): string =>
    snippetOf(language, {
      method,
      schemas: contract.schemas,
      params,
      request: text,
      node: settings.node,
      path,
      profile: contract.profile,
    });

  const panels = (key: string): HTMLElement => {
    if (key === "form") {
      form.write(text);
      return form.node;
    }
    if (key === "json") {
      json.write(text);
      return json.node;
    }
    const language = key as LanguageName;
    snippet.textContent = snippetText(language);
    snippet.setAttribute("aria-label", `The call in ${languages[language].label}`);
    return h(
      "div",
      { class: "snippet-panel" },
      snippet,
      copyButton(`Copy ${languages[language].label}`, () => snippetText(language)),
    );
  };

  const frame = consoleFrame({
    label: method.name,
    verb: method.isStream ? "WebSocket" : "POST",
    tabs: [
      { key: "form", label: "Form" },
      { key: "json", label: "JSON" },
      ...Object.entries(languages)
        .filter(([key]) => !method.isStream && (contract.isOurs || key === "curl"))
        .map(([key, { label }]) => ({ key, label })),
    ],
    panels,
    paths: method.paths,
    onPath: (chosen) => {
      path = chosen;
    },
    settings,
    examples: method.examples.map(({ name }) => name),
    onExample: (index) => {
      const chosen = method.examples[index]!;
      params = exampleParams(chosen.params);
      text = write(params);
      return method.isNotification ? "" : `{"jsonrpc":"2.0","result":${chosen.result},"id":1}`;
    },
    request: () => ({ path, body: text }),
    changesState: method.changesState,
    isStream: method.isStream,
    errorName: (error) => declaredError(error, method, contract),
    explain: (name) => {
      const remedy = contract.remedies[name];
      return remedy === undefined ? undefined : remedyView(remedy, contract);
    },
  });

  form.node.addEventListener("input", () => {
    params = form.read();
    text = write(params);
  });
  json.node.addEventListener("input", () => {
    text = json.read();
    params = paramsOr(params, text, method);
  });
  return frame;
}

function exampleParams(text: string): JsonObject {
  const params = parseJson(text);
  return isObject(params) ? params : {};
}

/**
 * Returns the params of a text, or the current ones if the text has none that a snippet can show.
 */
function paramsOr(params: JsonObject, text: string, method: Method): JsonObject {
  try {
    return paramsIn(text, method.name, method.positions);
  } catch {
    return params;
  }
}

type TextView = { readonly node: HTMLElement; readonly write: (text: string) => void };

/** The form of a method. A request that it cannot show stays unchanged, with a note. */
function formView(
  method: Method,
  { schemas }: Contract,
): TextView & { readonly read: () => JsonObject } {
  const fields = fieldsOf(method.params, schemas);
  const views = fields.map((field) => ({ name: field.name, view: fieldView(field) }));
  const note = h("p", { class: "empty", hidden: true });
  const inputs = h("div", { class: "fields" }, ...views.map(({ view }) => view.node));
  const none = h("p", { class: "empty" }, "This method takes no params.");
  return {
    node: h(
      "form",
      { class: "request-form", submit: stop },
      note,
      inputs,
      fields.length === 0 && none,
    ),
    read: () => readMembers(views),
    write: (text) => {
      const trouble = troubleWith(text, method, (params) =>
        fits(params, { kind: "object", fields }),
      );
      note.hidden = trouble === undefined;
      note.textContent = `The form cannot show this request (${trouble}): what you enter here replaces it.`;
      const params = trouble === undefined ? paramsIn(text, method.name, method.positions) : {};
      for (const { name, view } of views) view.write(params[name]);
    },
  };
}

function troubleWith(
  text: string,
  method: Method,
  isShown: (params: JsonObject) => boolean,
): string | undefined {
  try {
    return isShown(paramsIn(text, method.name, method.positions))
      ? undefined
      : "it holds other params";
  } catch (error) {
    return (error as Error).message;
  }
}

function jsonEditor(method: string): TextView & { readonly read: () => string } {
  const note = h("p", { class: "remark", "aria-live": "polite" });
  const area = h("textarea", {
    class: "code json-editor",
    "aria-label": `The request of ${method} as JSON`,
    spellcheck: "false",
    autocomplete: "off",
  });
  const check = (): void => {
    area.rows = Math.min(28, Math.max(6, area.value.split("\n").length));
    try {
      parseJson(area.value);
      note.textContent = "";
    } catch (error) {
      note.textContent = `Not JSON: ${(error as Error).message}. It is sent unchanged.`;
    }
  };
  area.addEventListener("input", check);
  return {
    node: h("div", {}, area, note),
    read: () => area.value,
    write: (text) => {
      area.value = text;
      check();
    },
  };
}

function stop(event: Event): void {
  event.preventDefault();
}
