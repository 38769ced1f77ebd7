import { pascalName } from "../../emit/writer.ts";
import { snakeName, wordName, words } from "../names.ts";

/**
 * Names of generated types and of what the runtimes and standard libraries of the five languages
 * call things, in lower case and without separators.
 */
const taken = new Set(
  (
    "any apis array batch batchcalls bigint biginteger boolean box btreemap bytes call callable calloptions callsettings caller " +
    "cancellation cancellederror class client clientbatch clientbuilder clienterror clientoptions context date " +
    "deadline deadlines dataclass declarederror dict double duration enum error errorform errorinfo errorname errors " +
    "exception fetch final float form function hashmap headers int integer integers int64 uint64 interface iterable " +
    "json jsonformat jsoninclude jsonnode jsonproperty jsonvalue kind list literal long map mapping member method methodinfo " +
    "methodtable never none null number object objects omit option optional options override package partial pending " +
    "pick promise reader readers readonly record request required response result rpcerror rpcexception self sequence set " +
    "shape some string struct symbol system template text thread transport transporterror transportexception true " +
    "false type typealias typevar unionreader unknown uuid value vec void iterator default formwriter jsonenumdefaultvalue " +
    "jsondeserialize jsonserialize tostringserializer parseerror invalidrequest methodnotfound invalidparams internalerror " +
    "serialize serializer deserialize deserializer params peek clone debug into from eq hash partialeq methodinfo noparams " +
    "send intoiterator ok err many other rpc rpcapi rpcbatch clone copy display ptr reason typereference boolean byte " +
    "clientexception generic emptyobject parse ascii rpcapis bool str u16 u32 u64 i64 f64 new problem reasonconnection " +
    "reasonhttp reasonresponse reasontimeout withhttpclient withheader withmaxresponsebytes withretries withretrydelay " +
    "withtimeout t"
  ).split(" "),
);

/** The same for documents with subscriptions, whose runtimes have more. */
export const takenByStreams: ReadonlySet<string> = new Set([
  ...taken,
  ..."exchange onreconnect pushed rawpushed socketcaller subscriber subscription subscriptioninfo subscriptions withonreconnect withwebsocketurl".split(
    " ",
  ),
]);

/** Whether a runtime or a standard library calls something by a name. */
export function isTaken(name: string): boolean {
  return takenByStreams.has(name.toLowerCase());
}

/** Some languages have a file with the name of each type, and file systems have a limit. */
const typeMax = 120;

/** `BLOCK_HEADER`, whose words are those of `block_header`. */
const constantCase = /(?<![A-Za-z0-9_])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![A-Za-z0-9_])/g;

/** Hands out names that differ in every language, whatever its case conventions are. */
export class NamePool {
  readonly #used = new Map<string, string>();
  readonly #reserved: ReadonlySet<string>;

  constructor(reserved: ReadonlySet<string> = taken) {
    this.#reserved = reserved;
  }

  /** A type name close to the one wanted: letters and digits, the first a capital. A name without any is `nameless`. */
  type(wanted: string, nameless = "Type"): string {
    const pascal = pascalName(
      withoutMarks(wanted)
        .replaceAll(constantCase, (name) => name.toLowerCase())
        .replaceAll(/[^A-Za-z0-9]+/g, " ")
        .trim(),
    ).slice(0, typeMax);
    // Go names the constants of errors like this.
    const isError = words(pascal)[0] === "err";
    const plain = /^[A-Za-z]/.test(pascal) && !isError ? pascal : `${nameless}${pascal}`;
    return this.#free(plain, (name) => wordName(name).toLowerCase());
  }

  /** An identifier close to the one wanted: letters, digits and underscores, the first a letter. */
  identifier(wanted: string, nameless = "value"): string {
    const plain = withoutMarks(wanted)
      .replaceAll(/[^A-Za-z0-9_]+/g, "_")
      .replaceAll(/_{2,}/g, "_")
      .replaceAll(/^_+|_+$/g, "");
    const named = /^[A-Za-z]/.test(plain) ? plain : `${nameless}${plain === "" ? "" : `_${plain}`}`;
    return this.#free(named, (name) => snakeName(name).replaceAll("_", ""));
  }

  #free(wanted: string, keyOf: (name: string) => string): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted}${number}`;
      const key = keyOf(name);
      if (this.#reserved.has(key) || this.#used.has(key)) continue;
      this.#used.set(key, name);
      return name;
    }
  }
}

/** `été` as `ete`: not every language exports names of other letters. */
function withoutMarks(name: string): string {
  return name.normalize("NFKD").replaceAll(/\p{M}+/gu, "");
}

/** Identifiers that members of objects cannot have in every language. */
export const reservedMembers: ReadonlySet<string> = new Set(
  (
    "self this super crate tojson fromjson tostring hashcode equals getclass notify notifyall wait clone finalize " +
    "constructor prototype proto of unmarshaljson marshaljson str int float bool list dict staticmethod none true false null"
  ).split(" "),
);

/** Those that methods and their params cannot have either. */
export const reservedArguments: ReadonlySet<string> = new Set([
  ...reservedMembers,
  ..."options params ctx context caller path send timeout retries cancellation batch close new then call await".split(
    " ",
  ),
]);
