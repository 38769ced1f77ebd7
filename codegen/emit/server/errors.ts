import type { Contract, ErrorDef } from "../../model.ts";
import { docComment, header, type Output, printKey, printValue } from "../writer.ts";

/** src/generated/errors.ts: the class of declared errors, a constructor for each, its form in each profile. */
export function emitErrors(contract: Contract): Output[] {
  const text = [
    header("openrpc/common.json"),
    declaredError(),
    errorNames(contract.errors),
    constructors(contract.errors),
    forms(contract),
    rendering(),
  ];
  return [{ path: "src/generated/errors.ts", text: text.join("\n") }];
}

function declaredError(): string {
  return `/** What fills the placeholders of an error's message. */
export type ErrorArguments = Readonly<Record<string, string | number | bigint>>;

/**
 * A declared error, caused by the caller. \`code\`, \`message\` and \`data\` are those of profile \`spec\`;
 * {@link errorForm} returns those of another profile.
 */
export class DeclaredError extends Error {
  override readonly name: ErrorName;
  readonly code: number;
  readonly data: unknown;
  readonly arguments: ErrorArguments;

  constructor(name: ErrorName, args: ErrorArguments = {}) {
    const { code, message, data } = renderForm(forms.spec[name], args);
    super(message);
    this.name = name;
    this.code = code;
    this.data = data;
    this.arguments = args;
  }
}
`;
}

function errorNames(errors: readonly ErrorDef[]): string {
  const names = errors.map((error) => `\n  | ${JSON.stringify(error.name)}`).join("");
  return `/** Every declared error. */\nexport type ErrorName =${names};\n`;
}

function constructors(errors: readonly ErrorDef[]): string {
  const lines = errors.map((error) => {
    const spec = error.forms.get("spec");
    const key = error.name.slice(0, 1).toLowerCase() + error.name.slice(1);
    const comment = docComment([`${spec?.code}: ${spec?.message}`], "  ");
    const name = JSON.stringify(error.name);
    if (error.placeholders.length === 0) {
      return `${comment}  ${key}: () => new DeclaredError(${name}),\n`;
    }
    const type = error.placeholders.map((each) => `${each}: Placeholder`).join("; ");
    return `${comment}  ${key}: (args: { ${type} }) => new DeclaredError(${name}, args),\n`;
  });
  return `type Placeholder = string | number | bigint;

/** Creates the declared errors: \`throw errors.notFound()\`. */
export const errors = {
${lines.join("")}} as const;
`;
}

function forms({ profiles, errors }: Contract): string {
  const tables = profiles.map(({ name }) => {
    const rows = errors.map((error) => {
      const { code = 0, message = "", data } = error.forms.get(name) ?? {};
      const form = data === undefined ? { code, message } : { code, message, data };
      return `    ${printKey(error.name)}: ${printValue(form)},\n`;
    });
    return `  ${printKey(name)}: {\n${rows.join("")}  },\n`;
  });
  const names = profiles.map(({ name }) => JSON.stringify(name)).join(" | ");
  return `/** A form of the contract that a node can serve. */
export type ProfileName = ${names};

/** Code, message and data of an error, with placeholders such as \`{blockID}\`. */
export type ErrorForm = {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, string>>;
};

const forms: Readonly<Record<ProfileName, Readonly<Record<ErrorName, ErrorForm>>>> = {
${tables.join("")}};
`;
}

function rendering(): string {
  return `/** The error as a profile words it. */
export function errorForm(
  profile: ProfileName,
  error: { readonly name: ErrorName; readonly arguments: ErrorArguments },
): { readonly code: number; readonly message: string; readonly data?: unknown } {
  return renderForm(forms[profile][error.name], error.arguments);
}

function renderForm(
  form: ErrorForm,
  args: ErrorArguments,
): { readonly code: number; readonly message: string; readonly data?: unknown } {
  const { code, data } = form;
  const message = fill(form.message, args);
  if (data === undefined) return { code, message };
  const filled = Object.entries(data).map(([key, text]) => [key, fill(text, args)]);
  return { code, message, data: Object.fromEntries(filled) };
}

function fill(text: string, args: ErrorArguments): string {
  return text.replaceAll(/\\{([a-zA-Z]\\w*)\\}/g, (placeholder, name: string) =>
    String(args[name] ?? placeholder),
  );
}
`;
}
