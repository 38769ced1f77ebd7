import type { Field, Input, TextInput } from "../form/field.ts";
import { fits, remark, textOfValue, valueOfText } from "../form/value.ts";
import { formatJson, isObject, type Json, type JsonObject, parseJson } from "../json/parse.ts";
import { freshID, h, icon } from "./element.ts";

/** An input on the page. */
export type InputView = {
  readonly node: HTMLElement;
  /** Undefined if nothing was entered. */
  readonly read: () => Json | undefined;
  readonly write: (value: Json | undefined) => void;
};

/** Ties an input to its label and hint. */
type Labels = { readonly id: string; readonly label: string; readonly hint: string };

export function inputView(input: Input, labels: Labels): InputView {
  switch (input.kind) {
    case "text":
      return textView(input, labels);
    case "boolean":
      return selectView([true, false], labels);
    case "choice":
      return selectView(input.values, labels);
    case "list":
      return listView(input, labels);
    case "object":
      return objectView(input.fields);
    case "map":
      return mapView(input.value, labels);
    case "union":
      return unionView(input, labels);
    case "json":
      return jsonInputView(labels);
  }
}

function textView(input: TextInput, { id, label, hint }: Labels): InputView {
  const note = h("p", { class: "remark", id: `${id}-remark`, "aria-live": "polite" });
  const shared = {
    id,
    "aria-label": label,
    "aria-describedby": `${hint} ${id}-remark`,
    autocomplete: "off",
    spellcheck: "false",
  };
  const list = input.suggestions.length > 0 ? `${id}-words` : undefined;
  const box = input.multiline
    ? h("textarea", { ...shared, rows: 3 })
    : h("input", {
        ...shared,
        list,
        type: input.secret ? "password" : "text",
        inputmode: input.number !== undefined && list === undefined ? "numeric" : undefined,
        ...(input.secret && { autocomplete: "new-password" }),
      });
  const check = (): void => {
    note.textContent = remark(box.value, input) ?? "";
    box.classList.toggle("odd", note.textContent !== "");
  };
  box.addEventListener("input", check);
  const words = input.suggestions.map((word) => h("option", { value: word }));
  return {
    node: h("div", {}, box, list !== undefined && h("datalist", { id: list }, ...words), note),
    read: () => valueOfText(box.value, input),
    write: (value) => {
      box.value = textOfValue(value);
      check();
    },
  };
}

function selectView(values: readonly Json[], { id, label, hint }: Labels): InputView {
  const options = values.map((value, index) =>
    h("option", { value: index }, typeof value === "string" ? value : formatJson(value)),
  );
  const select = h(
    "select",
    { id, "aria-label": label, "aria-describedby": hint },
    h("option", { value: "" }, "left out"),
    ...options,
  );
  return {
    node: select,
    read: () => (select.value === "" ? undefined : values[Number(select.value)]),
    write: (value) => {
      const index = values.indexOf(value as Json);
      select.value = index === -1 ? "" : String(index);
    },
  };
}

function listView(input: Input & { kind: "list" }, { id, label, hint }: Labels): InputView {
  let views: InputView[] = [];
  const rows = h("div", { class: "rows" });
  const add = (value: Json | undefined): void => {
    const itemLabel = `${label}, item ${views.length + 1}`;
    const itemID = views.length === 0 ? id : freshID();
    const view = inputView(input.item, { id: itemID, label: itemLabel, hint });
    view.write(value);
    const row = h("div", { class: "row" }, view.node);
    row.append(
      removeButton(itemLabel, () => {
        views = views.filter((each) => each !== view);
        removeRow(row);
        changed(rows);
      }),
    );
    views.push(view);
    rows.append(row);
  };
  const node = h(
    "div",
    {},
    rows,
    addButton(`Add to ${label}`, () => {
      if (input.itemsMax === undefined || views.length < input.itemsMax) add(undefined);
      rows.lastElementChild?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    }),
  );
  return {
    node,
    read: () => {
      const values = views.map((view) => view.read()).filter((value) => value !== undefined);
      return values.length === 0 ? undefined : values;
    },
    write: (value) => {
      views = [];
      rows.replaceChildren();
      const values = Array.isArray(value) && value.length > 0 ? value : [undefined];
      for (const item of values) add(item);
    },
  };
}

function objectView(fields: readonly Field[]): InputView {
  const views = fields.map((field) => ({ name: field.name, view: fieldView(field) }));
  return {
    node: h("div", { class: "nested" }, ...views.map(({ view }) => view.node)),
    read: () => {
      const members = readMembers(views);
      return Object.keys(members).length === 0 ? undefined : members;
    },
    write: (value) => {
      for (const { name, view } of views) view.write(isObject(value) ? value[name] : undefined);
    },
  };
}

/** The entered members, in the order of the form. */
export function readMembers(
  views: readonly { readonly name: string; readonly view: InputView }[],
): JsonObject {
  const members = views.map(({ name, view }) => [name, view.read()] as const);
  return Object.fromEntries(
    members.filter((member): member is [string, Json] => member[1] !== undefined),
  );
}

/** A labelled input with its documentation. */
export function fieldView(field: Field): InputView {
  const id = freshID();
  const hint = `${id}-hint`;
  const view = foldedView(field, inputView(field.input, { id, label: field.name, hint }));
  const { fallback } = field;
  const need = field.required
    ? "required"
    : fallback === undefined
      ? "optional"
      : `default ${typeof fallback === "string" ? fallback : formatJson(fallback)}`;
  const node = h(
    "div",
    { class: "field" },
    h(
      "div",
      { class: "field-head" },
      h("label", { for: id }, field.name),
      h("span", { class: "need", title: need }, need),
    ),
    view.node,
    h("p", { class: "hint", id: hint }, field.description.replaceAll("`", "")),
  );
  return { ...view, node };
}

/** An optional object stays closed until it is opened: its members would hide the others. */
function foldedView({ name, input, required }: Field, view: InputView): InputView {
  if (input.kind !== "object" || required) return view;
  const members = input.fields.map((field) => field.name).join(", ");
  const node = h(
    "details",
    { class: "fold" },
    h("summary", { "aria-label": `${name}: ${members}` }, members),
    view.node,
  );
  return {
    ...view,
    node,
    write: (value) => {
      view.write(value);
      node.open = isObject(value);
    },
  };
}

function mapView(value: Input, { id, label, hint }: Labels): InputView {
  let views: { key: HTMLInputElement; view: InputView }[] = [];
  const rows = h("div", { class: "rows" });
  const add = (name: string, content: Json | undefined): void => {
    const key = h("input", { "aria-label": `Name in ${label}`, id: freshID() });
    key.value = name;
    const view = inputView(value, { id: freshID(), label: `Value in ${label}`, hint });
    view.write(content);
    const entry = { key, view };
    const row = h("div", { class: "row" }, key, view.node);
    row.append(
      removeButton(label, () => {
        views = views.filter((each) => each !== entry);
        removeRow(row);
        changed(rows);
      }),
    );
    views.push(entry);
    rows.append(row);
  };
  return {
    node: h(
      "div",
      { id },
      rows,
      addButton(`Add to ${label}`, () => add("", undefined)),
    ),
    read: () => {
      const members = views.map(({ key, view }) => ({ name: key.value, view }));
      const given = readMembers(members.filter(({ name }) => name !== ""));
      return Object.keys(given).length === 0 ? undefined : given;
    },
    write: (content) => {
      views = [];
      rows.replaceChildren();
      if (isObject(content))
        for (const [name, member] of Object.entries(content)) add(name, member);
    },
  };
}

function unionView(input: Input & { kind: "union" }, { id, label, hint }: Labels): InputView {
  const place = h("div", {});
  const select = h(
    "select",
    { id, "aria-label": `Form of ${label}` },
    ...input.forms.map((form, index) => h("option", { value: index }, form.label)),
  );
  let view: InputView;
  const show = (index: number, value: Json | undefined): void => {
    select.value = String(index);
    view = inputView(input.forms[index]!.input, { id: freshID(), label, hint });
    view.write(value);
    place.replaceChildren(view.node);
  };
  select.addEventListener("change", () => show(Number(select.value), undefined));
  show(0, undefined);
  return {
    node: h("div", { class: "union" }, select, place),
    read: () => view.read(),
    write: (value) => {
      const index = input.forms.findIndex((form) => value !== undefined && fits(value, form.input));
      show(Math.max(0, index), value);
    },
  };
}

function jsonInputView({ id, label, hint }: Labels): InputView {
  const note = h("p", { class: "remark", "aria-live": "polite" });
  const area = h("textarea", {
    id,
    "aria-label": label,
    "aria-describedby": hint,
    rows: 3,
    spellcheck: "false",
  });
  let value: Json | undefined;
  area.addEventListener("input", () => {
    try {
      value = area.value.trim() === "" ? undefined : parseJson(area.value);
      note.textContent = "";
    } catch (error) {
      note.textContent = `Not sent: ${(error as Error).message}`;
      value = undefined;
    }
  });
  return {
    node: h("div", {}, area, note),
    read: () => value,
    write: (written) => {
      value = written;
      area.value = written === undefined ? "" : formatJson(written, "  ");
    },
  };
}

function addButton(label: string, click: () => void): HTMLElement {
  return h(
    "button",
    { class: "quiet add", type: "button", "aria-label": label, click },
    icon("plus"),
    "Add",
  );
}

/** The focus moves to another row, or to the button that adds one. */
function removeRow(row: HTMLElement): void {
  const next = row.nextElementSibling ?? row.previousElementSibling ?? row.parentElement!;
  const target = next.classList.contains("row") ? next.lastElementChild : next.nextElementSibling;
  row.remove();
  (target as HTMLElement).focus();
}

function removeButton(label: string, click: () => void): HTMLElement {
  return h(
    "button",
    { class: "quiet remove", type: "button", "aria-label": `Remove ${label}`, click },
    icon("close"),
  );
}

/** Notifies the form of a change without an input event. */
function changed(node: HTMLElement): void {
  node.dispatchEvent(new Event("input", { bubbles: true }));
}
