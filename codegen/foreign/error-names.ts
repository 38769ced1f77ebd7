import { commonErrors } from "../clients/common-errors.ts";
import type { ClientError } from "../clients/model.ts";
import { NamePool } from "../clients/types/name-pool.ts";
import { plainText } from "../emit/wrapped-text.ts";
import { errorTexts, placeholdersIn } from "../error-texts.ts";
import { isObject, type Json, textAt } from "../load/json.ts";

/** Names declared errors by their messages: one name for each code and message. */
export class ErrorNames {
  readonly #pool = new NamePool();
  readonly #errors = new Map<string, ClientError>();

  constructor() {
    for (const { name, code, message } of commonErrors) {
      const forms = [{ code, message }];
      const error = { name, description: "", placeholders: [], forms, common: true };
      this.#errors.set(`${code} ${message}`, error);
    }
  }

  /** The name of an error; undefined if its code is not an integer of 32 bits. */
  nameOf(error: Json): string | undefined {
    const code = isObject(error) ? Number(error["code"]) : Number.NaN;
    if (code !== (code | 0)) return undefined;
    const message = textAt(error, "message") ?? "";
    const key = `${code} ${message}`;
    const known = this.#errors.get(key);
    if (known !== undefined) return known.name;
    const name = this.#pool.type(wordsIn(message) ?? `Error ${Math.abs(code)}`);
    this.#errors.set(key, {
      name,
      description: plainText(errorTexts(error).description),
      placeholders: placeholdersIn(message),
      forms: [{ code, message }],
      common: false,
    });
    return name;
  }

  all(): ClientError[] {
    return [...this.#errors.values()];
  }
}

/** The first words of a message, if it starts with a letter. */
function wordsIn(message: string): string | undefined {
  const words = message.replaceAll(/[^A-Za-z0-9]+/g, " ").trim();
  return /^[A-Za-z]/.test(words) ? words.split(" ").slice(0, 6).join(" ") : undefined;
}
