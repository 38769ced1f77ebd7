import { FormatError } from "../../formats/format-error.ts";
import { formatJson } from "../../formats/json.ts";
import { shapeOf } from "../../formats/json-scan.ts";
import {
  isWrittenResult,
  isWrittenText,
  type WrittenText,
  watched,
} from "../../formats/written-json.ts";
import type { Lifetime } from "../../generated/profile.ts";
import type { ReadParams } from "../../generated/read.ts";
import { type Answer, forbidden, success, warned, whole } from "./answer.ts";
import { CachedResult, type Moment, ResponseCache } from "./cache.ts";
import type { JsonRpcDescription, Limits, Refusals } from "./description.ts";
import { BatchItems, type Call, type Dialect, type Refusal } from "./dialect.ts";
import { AnsweredElsewhere, type Elsewhere, UnavailableElsewhere } from "./elsewhere.ts";
import { errorText, protocolError, protocolErrors, type RpcError } from "./errors.ts";
import { GorillaDialect } from "./gorilla-dialect.ts";
import type { Asked, DeclaredError, MethodEntry } from "./method.ts";
import { ignoredParams, readParams } from "./params.ts";
import { type CallBody, longBody, quickCall } from "./quick-call.ts";
import type { ServedMethod, Service } from "./service.ts";
import { StandardDialect } from "./standard-dialect.ts";

/** Bounds of a whole body: a batch may have many calls. */
const bodyBounds = { depthMax: 10_000, valuesMax: 262_144 };
/** Results of calls with longer params are not cached. */
const cachedParamsMax = 65_536;

/** A call of a method that the server has, and how it arrived. */
type Asking = {
  readonly service: Service;
  readonly method: ServedMethod;
  readonly call: Call;
  readonly asked: Asked;
};

/** Turns request bodies into responses. No input makes it throw. */
export class Dispatcher {
  readonly #description: JsonRpcDescription;
  readonly #limits: Limits;
  readonly #dialect: Dialect;
  readonly #cache: ResponseCache;
  readonly #refusals: Refusals;
  readonly #lasting = new WeakMap<WrittenText, CachedResult>();

  constructor(description: JsonRpcDescription, limits: Limits, refusals: Refusals) {
    this.#refusals = refusals;
    this.#description = description;
    this.#limits = limits;
    this.#dialect =
      description.dialect === "gorilla"
        ? new GorillaDialect()
        : new StandardDialect(limits, refusals);
    this.#cache = new ResponseCache(limits.cacheBytes, description.data);
  }

  /** Returns the items of a batch as they are: its calls are answered one after the other. */
  answer(service: Service, body: CallBody, asked: Asked): Answer | Promise<Answer> | BatchItems {
    const { bytes } = body;
    if (bytes.length > longBody) this.#description.onLongBody?.();
    const text = body.text ?? bytes.toString("utf8");
    if (text.length > longBody && shapeOf(text, bodyBounds) !== "ok") {
      this.#refusals.calls += 1;
      const { valuesMax, depthMax } = bodyBounds;
      const expected = `at most ${valuesMax} values and ${depthMax} levels of nesting`;
      const refusal = this.#dialect.tooComplex({ field: "body", expected, got: "more" });
      return this.item(service, refusal, asked);
    }
    const call = body.call ?? (body.text === undefined ? quickCall(text) : undefined);
    const method = call === undefined ? undefined : service.methods.get(call.method);
    if (call !== undefined && method !== undefined) {
      try {
        return this.#call({ service, method, call, asked });
      } catch (error) {
        // The params are not JSON: the full reading below finds what is wrong with the body.
        if (!(error instanceof FormatError)) throw error;
      }
    }
    const read = this.#dialect.read(bytes, text);
    return read instanceof BatchItems ? read : this.item(service, read, asked);
  }

  /** The response to one item of a body, or to the only one. */
  item(service: Service, item: Call | Refusal, asked: Asked): Answer | Promise<Answer> {
    if ("error" in item) return this.#error(item.error, item.id, false);
    const method = service.methods.get(item.method);
    if (method === undefined) {
      return this.#error(this.#dialect.unknownMethod(item.method, service), item.id, false);
    }
    return this.#call({ service, method, call: item, asked });
  }

  #call(asking: Asking): Answer | Promise<Answer> {
    const { method, asked } = asking;
    // Before the call is passed on: the other process does not see which page asks.
    if (asked.isForeignPage === true && method.ownPagesOnly) return forbidden(method.entry.name);
    const { elsewhere } = this.#description;
    if (elsewhere === undefined) return this.#callHere(asking);
    const otherwise = (error: unknown): Promise<Answer> => {
      if (!(error instanceof AnsweredElsewhere)) throw error;
      return this.#forward(elsewhere, asking);
    };
    if (!elsewhere.answersHere()) return this.#forward(elsewhere, asking);
    try {
      const answer = this.#callHere(asking);
      return answer instanceof Promise ? answer.catch(otherwise) : answer;
    } catch (error) {
      return otherwise(error);
    } finally {
      elsewhere.returned();
    }
  }

  async #forward(elsewhere: Elsewhere, asking: Asking): Promise<Answer> {
    const { service, method, call, asked } = asking;
    const { name } = method.entry;
    const { id, params } = call;
    const { connection } = asked;
    const rest = `${id === undefined ? "" : `,"id":${id}`}${params === undefined ? "" : `,"params":${params}`}`;
    const body = `{"jsonrpc":"2.0","method":"${name}"${rest}}`;
    try {
      const text = await elsewhere.forward(service.route.paths[0]!, body, connection);
      // The next call, and the position sent with this one, must not be before the response.
      elsewhere.answersHere();
      elsewhere.returned();
      return warned(whole(text, true), this.warning(method, call));
    } catch (error) {
      if (connection?.destroyed === true) return this.#unread(id);
      if (error instanceof UnavailableElsewhere) {
        const { message, retryAfter } = error;
        return { ...whole("", false), unavailable: { text: message, retryAfter } };
      }
      return this.#bug(name, id, { err: error }, "the other process did not answer");
    }
  }

  /** Throws FormatError only for a quick call, whose params are unchecked. */
  #callHere(asking: Asking): Answer | Promise<Answer> {
    const { onCall } = this.#description;
    if (onCall === undefined) return this.#perform(asking);
    const start = performance.now();
    const report = (answer: Answer): Answer => {
      const durationMs = performance.now() - start;
      const { error, warning } = answer;
      onCall({
        method: asking.method.entry.name,
        durationMs,
        ...(error !== undefined && { error }),
        ...(warning !== undefined && { warning }),
      });
      return answer;
    };
    const answer = this.#perform(asking);
    return answer instanceof Promise ? answer.then(report) : report(answer);
  }

  /** The response to an item of a batch whose other responses are too long together; undefined if they are not. */
  refuseBeyond(answeredBytes: number, item: Call | Refusal): Answer | undefined {
    const { batchAnswerBytes } = this.#limits;
    if (answeredBytes <= batchAnswerBytes) return undefined;
    this.#refusals.calls += 1;
    const expected = `answers of at most ${batchAnswerBytes} bytes a batch`;
    const data = { field: "batch", expected, got: "more" };
    return this.#error(protocolError("InvalidRequest", data), item.id, false);
  }

  /** Which params of a call are ignored. AvalancheGo ignores unknown params in silence. */
  warning({ entry }: ServedMethod, { params }: Call): string | undefined {
    if (this.#description.dialect === "gorilla") return undefined;
    return ignoredParams(entry, params);
  }

  #perform(asking: Asking): Answer | Promise<Answer> {
    const { method, call } = asking;
    const { entry, refusal } = method;
    const remembered = rememberedFor(method, call);
    const rawKey = rawKeyOf(method, call.params);
    const known = this.#cache.find(remembered, rawKey);
    if (known !== undefined) return this.#success(known, call.id);
    if (refusal !== undefined) return this.#error(this.#declared(refusal), call.id, false);

    const named = readParams(call.params, this.#dialect.numbers);
    if (!named.ok && named.isTooLarge) this.#refusals.calls += 1;
    if (!named.ok) return this.#error(this.#dialect.invalidParams(named.issue), call.id, false);
    try {
      const params = entry.params.read(named.value);
      // A declared error is the method's own, so the method counts as invoked.
      if (!params.ok) {
        return this.#error(this.#misread(params), call.id, params.error !== undefined);
      }
      const warning = this.warning(method, call);
      // What the cache finds by the text of its params needs no warning, so it is not searched for one.
      const storedKey = warning === undefined ? rawKey : undefined;
      const answer = this.#run(asking, storedKey, params.value);
      if (warning === undefined) return answer;
      return answer instanceof Promise
        ? answer.then((settled) => warned(settled, warning))
        : warned(answer, warning);
    } catch (error) {
      return this.#thrown(asking, error);
    }
  }

  #run(asking: Asking, rawKey: string | undefined, params: unknown): Answer | Promise<Answer> {
    const { service, method, call, asked } = asking;
    const remembered = rememberedFor(method, call);
    const moment = this.#cache.moment();
    const keys: string[] = [];
    if (remembered !== "live") {
      const canonicalKey = `${method.key}=${formatJson(params)}`;
      const same = this.#cache.find(remembered, canonicalKey);
      if (same !== undefined) {
        if (rawKey !== undefined) this.#cache.put(remembered, rawKey, same, moment);
        return this.#success(same, call.id);
      }
      if (this.#cache.isWorthKeeping(canonicalKey)) {
        keys.push(canonicalKey);
        if (rawKey !== undefined) keys.push(rawKey);
      }
    }
    const value = method.handler(params, service.route.context, asked);
    if (!(value instanceof Promise)) return this.#finish(asking, value, keys, moment);
    return value.then(
      (settled) => this.#finish(asking, settled, keys, moment),
      (error) => this.#thrown(asking, error),
    );
  }

  /** Validates and serialises a result. One that breaks its schema is our bug and is not sent. */
  #finish(asking: Asking, value: unknown, keys: readonly string[], moment: Moment): Answer {
    const { entry } = asking.method;
    const { id } = asking.call;
    if (isWrittenText(value)) {
      if (value.isLasting === true) return this.#success(this.#lastingOf(value), id);
      const { jsonText, mayBeCached = false } = value;
      return this.#keep(asking, jsonText, mayBeCached ? keys : [], moment);
    }
    if (isWrittenResult(value)) {
      if (id === undefined) return success("", id);
      // The client sees its response break off.
      const report = (error: unknown) =>
        this.#description.log.error(
          { method: entry.name, err: error },
          "couldn't read the whole result",
        );
      const written = watched(value, report);
      return { text: undefined, cached: undefined, written, id, invoked: true };
    }
    let text: string;
    try {
      const issue = entry.validateResult(value);
      if (issue !== undefined) {
        return this.#bug(entry.name, id, { issue }, "result breaks its schema");
      }
      text = this.#dialect.result(entry.exactNumbers ? formatJson(value) : JSON.stringify(value));
    } catch (error) {
      return this.#bug(entry.name, id, { err: error }, "cannot validate and write the result");
    }
    return this.#keep(asking, text, isSettled(entry, value) ? keys : [], moment);
  }

  #lastingOf(value: WrittenText): CachedResult {
    let result = this.#lasting.get(value);
    if (result === undefined) {
      result = new CachedResult(this.#dialect.result(value.jsonText));
      this.#lasting.set(value, result);
    }
    return result;
  }

  /** Sends a result and stores it under its keys. */
  #keep({ method, call }: Asking, text: string, keys: readonly string[], moment: Moment): Answer {
    if (keys.length === 0) return success(text, call.id);
    const result = new CachedResult(text);
    for (const key of keys) this.#cache.put(method.remembered, key, result, moment);
    return this.#success(result, call.id);
  }

  #success(result: CachedResult, id: string | undefined): Answer {
    if (id === undefined || result.text !== undefined) return success(result.text ?? "", id);
    return { text: undefined, cached: result, id, invoked: true };
  }

  #thrown({ method: { entry }, call: { id }, asked }: Asking, error: unknown): Answer {
    if (error instanceof AnsweredElsewhere) throw error;
    if (asked.connection?.destroyed === true && isAbort(error)) return this.#unread(id);
    const declared =
      isDeclared(error) && (entry.errors.includes(error.name) || error.name in protocolErrors);
    if (declared && error.name === "InvalidParams") {
      // For an id or address that the schema cannot check: the same error as the schema's own.
      return this.#error(this.#dialect.invalidParams(error.data), id, false);
    }
    if (declared) return this.#error(this.#declared(error), id, true);
    return this.#bug(entry.name, id, { err: error }, "handler failed");
  }

  /** The response to a client that has gone. */
  #unread(id: string | undefined): Answer {
    return this.#error(protocolError("InternalError"), id, true);
  }

  /** Sends the caller only a log id; the log has the details. */
  #bug(method: string, id: string | undefined, fields: object, message: string): Answer {
    const logID = this.#description.randomID();
    this.#description.log.error({ logID, method, ...fields }, message);
    return this.#error(protocolError("InternalError", { logID }), id, true);
  }

  #declared(error: DeclaredError): RpcError {
    const { code, message, data } = this.#description.errorForm?.(error) ?? error;
    return { code, message, data };
  }

  #misread({ issue, error }: Extract<ReadParams, { readonly ok: false }>): RpcError {
    const declared = error === undefined ? undefined : this.#description.declaredError?.(error);
    return declared === undefined ? this.#dialect.invalidParams(issue) : this.#declared(declared);
  }

  #error(error: RpcError, id: string | undefined, invoked: boolean): Answer {
    const text = id === undefined ? "" : this.#dialect.errorAnswer(error, id);
    return { ...whole(text, invoked), error: errorText(error) };
  }
}

/** Most calls have no params; a map finds a string that it has hashed before faster. */
const rawKeyOf = ({ key, plainKey }: ServedMethod, params: string | undefined): string =>
  params === undefined || params === "{}" || isLong(params) ? plainKey : `${key}~${params}`;

/** The lifetime under which the result of a call is stored. */
const rememberedFor = ({ remembered }: ServedMethod, { params }: Call): Lifetime =>
  isLong(params) ? "live" : remembered;

const isLong = (params: string | undefined): boolean =>
  params !== undefined && params.length > cachedParamsMax;

/** Whether a result may be stored under the lifetime of its method. */
const isSettled = ({ settled }: MethodEntry, value: unknown): boolean =>
  settled === undefined ||
  settled.values.includes((value as Readonly<Record<string, string>>)[settled.member]!);

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

const isDeclared = (error: unknown): error is DeclaredError =>
  error instanceof Error && "code" in error && Number.isInteger(error.code);
