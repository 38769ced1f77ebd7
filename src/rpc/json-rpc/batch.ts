import { type Answer, answerBytes, forbidden } from "./answer.ts";
import type { BatchItems, Call, Refusal } from "./dialect.ts";
import type { Dispatcher } from "./dispatch.ts";
import type { Asked } from "./method.ts";
import type { Service } from "./service.ts";

export type BatchStep =
  | { readonly kind: "checked" }
  | { readonly kind: "answer"; readonly answer: Answer }
  /** The response to the whole body, before anything was called. */
  | { readonly kind: "refused"; readonly answer: Answer }
  | { readonly kind: "end" };

/** The calls of a batch whose ignored params are named: a header has a limited length. */
const batchWarningsMax = 8;

/** A batch whose calls are answered one after the other. */
export class Batch {
  readonly #dispatcher: Dispatcher;
  readonly #service: Service;
  readonly #items: BatchItems;
  readonly #asked: Asked;
  /** Those that are checked, and the number of those that are answered. */
  readonly #checked: (Call | Refusal)[] = [];
  #answered = 0;
  #bytes = 0;
  readonly #warnings = new Set<string>();

  constructor(dispatcher: Dispatcher, service: Service, items: BatchItems, asked: Asked) {
    this.#dispatcher = dispatcher;
    this.#service = service;
    this.#items = items;
    this.#asked = asked;
  }

  /** The method of the call that `next` made last; empty if there is none. */
  get lastMethod(): string {
    const item = this.#checked[this.#answered - 1];
    return item !== undefined && "method" in item ? item.method : "";
  }

  /** Which params its calls ignore, once all items are checked. */
  get warning(): string | undefined {
    return this.#warnings.size === 0 ? undefined : [...this.#warnings].join("; ");
  }

  /**
   * Checks or answers the next item; a notification has an empty text. Checks all before it calls any: one that is not JSON
   * refuses the whole batch.
   */
  next(): BatchStep | Promise<BatchStep> {
    const text = this.#items.texts[this.#checked.length];
    if (text !== undefined) return this.#check(text);
    const item = this.#checked[this.#answered];
    if (item === undefined) return { kind: "end" };
    this.#answered += 1;
    const refusal = this.#dispatcher.refuseBeyond(this.#bytes, item);
    const answer = refusal ?? this.#dispatcher.item(this.#service, item, this.#asked);
    return answer instanceof Promise
      ? answer.then((settled) => this.#counted(settled))
      : this.#counted(answer);
  }

  #check(text: string): BatchStep {
    const item = this.#items.read(text);
    if (item === undefined) return this.#refused(this.#items.notJson());
    const method = "method" in item ? this.#service.methods.get(item.method) : undefined;
    if (this.#asked.isForeignPage === true && method?.ownPagesOnly === true) {
      return { kind: "refused", answer: forbidden(method.entry.name) };
    }
    if ("method" in item && method !== undefined && this.#warnings.size < batchWarningsMax) {
      const warning = this.#dispatcher.warning(method, item);
      if (warning !== undefined) this.#warnings.add(warning);
    }
    this.#checked.push(item);
    return { kind: "checked" };
  }

  #refused(refusal: Refusal): BatchStep {
    const answer = this.#dispatcher.item(this.#service, refusal, this.#asked) as Answer;
    return { kind: "refused", answer };
  }

  #counted(answer: Answer): BatchStep {
    this.#bytes += answerBytes(answer);
    return { kind: "answer", answer };
  }
}
