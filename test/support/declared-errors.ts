import type { ProfileName } from "../../src/generated/errors.ts";
import { documentsOf } from "../../src/node/apis/documents.ts";

/** An error as the documents of a profile declare it. */
export type DeclaredForm = {
  readonly name: string;
  readonly code: number;
  /** Matches every message that the declared one can become. */
  readonly message: RegExp;
};

/** An error as received. */
export type ErrorAnswer = { readonly code: number; readonly message: string };

/** What the documents of a profile declare. */
export type DeclaredErrors = {
  /** The names of all methods. */
  readonly methods: readonly string[];
  /** What a method can answer, its own errors first; undefined for no method. */
  readonly ofMethod: (method: string) => readonly DeclaredForm[] | undefined;
  /** The declared error that an answer is; `protocol` ones come before a method is found. */
  readonly find: (
    method: string | undefined,
    answer: ErrorAnswer,
  ) => { readonly name: string; readonly from: "method" | "protocol" } | undefined;
};

type Reference = { readonly $ref: string };
type RpcDocument = {
  readonly "x-errors": readonly Reference[];
  readonly methods: readonly { readonly name: string; readonly errors?: readonly Reference[] }[];
  readonly components: {
    readonly errors: Readonly<Record<string, { readonly code: number; readonly message: string }>>;
  };
};

/** Texts that gorilla/rpc has for what the documents call one error. openrpc/profiles/avalanchego.json, description */
const gorillaTexts: Readonly<Record<string, RegExp>> = {
  ParseError: /^/,
  MethodNotFound:
    /^(rpc: can't find (method|service) ".*"|rpc: service\/method request ill-formed: ".*"|method must start with a non-uppercase letter)$/s,
};

/** Reads the self-contained documents of a profile. */
export function readDeclaredErrors(profile: ProfileName): DeclaredErrors {
  const protocol = new Map<string, DeclaredForm>();
  const methods = new Map<string, readonly DeclaredForm[]>();
  for (const document of readDocuments(profile)) {
    const form = ({ $ref }: Reference): DeclaredForm => {
      const name = $ref.slice($ref.lastIndexOf("/") + 1);
      const { code, message } = document.components.errors[name]!;
      const gorilla = profile === "spec" ? undefined : gorillaTexts[name];
      return { name, code, message: gorilla ?? templatePattern(message) };
    };
    for (const reference of document["x-errors"]) {
      const declared = form(reference);
      protocol.set(declared.name, declared);
    }
    for (const method of document.methods) {
      methods.set(method.name, (method.errors ?? []).map(form));
    }
  }
  const match = (forms: Iterable<DeclaredForm>, { code, message }: ErrorAnswer) =>
    [...forms]
      .sort((a, b) => b.message.source.length - a.message.source.length)
      .find((form) => form.code === code && form.message.test(message));
  return {
    methods: [...methods.keys()],
    ofMethod: (method) => methods.get(method),
    find: (method, answer) => {
      const own = match(methods.get(method ?? "") ?? [], answer);
      if (own !== undefined) return { name: own.name, from: "method" };
      const shared = match(protocol.values(), answer);
      return shared && { name: shared.name, from: "protocol" };
    },
  };
}

function readDocuments(profile: ProfileName): RpcDocument[] {
  return [...documentsOf(profile)().values()] as unknown as RpcDocument[];
}

/** `{placeholders}` stand for any text. */
function templatePattern(message: string): RegExp {
  const parts = message.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^]*")}$`);
}
