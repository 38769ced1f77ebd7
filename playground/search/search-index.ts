import type { Additions } from "../contract/additions.ts";
import type { Contract } from "../contract/contract.ts";
import { descriptionOf, membersOf } from "../contract/schema.ts";

/** An entry that can be found and linked to. */
export type Entry = {
  readonly kind:
    | "method"
    | "operation"
    | "GET route"
    | "event"
    | "type"
    | "error"
    | "API"
    | "guide";
  /** The fragment of its link. */
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  /** The words of its name, in lower case. */
  readonly words: readonly string[];
  /** Names of params, members and tags, in lower case. */
  readonly parts: readonly string[];
  /** Its text, in lower case. */
  readonly text: string;
  /** What people call it who do not know its name, in lower case, with its rank among those of that name. */
  readonly concepts: ReadonlyMap<string, number>;
};

/** Lists everything on the page that has a link, in page order. `guideTexts` are found by their IDs. */
export function searchIndex(
  contract: Contract,
  additions: Additions = {},
  guideTexts: Readonly<Record<string, string>> = {},
): readonly Entry[] {
  const documents = contract.documents.flatMap((document) => [
    entry("API", document.api, document.title, firstSentence(document.description), {
      parts: document.paths,
      text: document.description,
    }),
    ...document.httpGet.map(({ path, method }) =>
      entry("GET route", `GET${path}`, `GET ${path}`, `The result of ${method} over GET.`, {
        parts: [method],
        text: "",
      }),
    ),
    ...document.methods.map((method) =>
      entry("method", method.name, method.name, method.summary, {
        parts: [
          ...method.params.map(({ name }) => name),
          ...membersOf(method.result.schema).map(({ name }) => name),
          ...method.tags,
        ],
        text: method.description,
      }),
    ),
  ]);
  const operations = contract.rest.flatMap((rest) => [
    entry("API", rest.api, rest.title, firstSentence(rest.description), {
      parts: [],
      text: rest.description,
    }),
    ...rest.operations.map(({ name, path, summary, description, params }) =>
      entry("operation", name, name, summary, {
        parts: params.map((param) => param.name),
        text: `${path} ${description}`,
      }),
    ),
  ]);
  const types = [...contract.schemas].map(([name, schema]) =>
    entry("type", name, name, firstSentence(descriptionOf(schema)), {
      parts: membersOf(schema).map((member) => member.name),
      text: descriptionOf(schema),
    }),
  );
  const errors = [...contract.errors].map(([name, { code, message }]) =>
    entry("error", name, name, message, { parts: [String(code)], text: message }),
  );
  const guides = (additions.guides ?? []).map(({ id, title, headings }) =>
    entry("guide", `guide/${id}`, title, headings.join(", "), {
      parts: [],
      text: guideTexts[id] ?? "",
    }),
  );
  const concepts = conceptsOf(additions);
  return [
    ...documents,
    ...streamEntries(contract.events),
    ...operations,
    ...types,
    ...errors,
    ...guides,
  ].map((each) => ({ ...each, concepts: concepts.get(each.id) ?? none }));
}

function streamEntries(events: Contract["events"]): readonly Entry[] {
  if (events === undefined) return [];
  return [
    entry("API", "events", events.title, firstSentence(events.description), {
      parts: [events.address],
      text: events.description,
    }),
    entry("GET route", `GET${events.address}`, `GET ${events.address}`, "The stream of events.", {
      parts: events.query.map(({ name }) => name),
      text: events.note,
    }),
    ...events.messages.map(({ name, summary, payload }) =>
      entry("event", `events.${name}`, `event ${name}`, summary, {
        parts: membersOf(payload).map((member) => member.name),
        text: descriptionOf(payload),
      }),
    ),
  ];
}

const none: ReadonlyMap<string, number> = new Map();

/** The concepts of each entry by its ID. */
function conceptsOf({ concepts = {} }: Additions): ReadonlyMap<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const [concept, ids] of Object.entries(concepts)) {
    for (const [rank, id] of ids.entries()) {
      const own = found.get(id) ?? new Map<string, number>();
      found.set(id, own.set(concept, rank));
    }
  }
  return found;
}

type Rest = { readonly parts: readonly string[]; readonly text: string };

function entry(kind: Entry["kind"], id: string, name: string, summary: string, rest: Rest): Entry {
  return {
    kind,
    id,
    name,
    summary: summary.replaceAll("`", ""),
    words: wordsOf(name),
    parts: rest.parts.map((part) => part.toLowerCase()),
    text: `${summary} ${rest.text}`.toLowerCase(),
    concepts: none,
  };
}

/** `platform.getL1Validator` becomes platform, get, l1, validator; `getUTXOs` keeps its plural. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z](?!s\b)[a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0].replace(/:$/, ".") ?? text;
}
