import { type Contract, type Document, discoverName, type Method } from "../../model.ts";
import { docComment, kebabName, type Output, pascalName, printKey } from "../writer.ts";

/**
 * Emits src/handlers/<api>/: a file for each method without one, and an index of all. A new file
 * does not compile until you implement the method, so that no method is forgotten.
 */
export function emitHandlerStubs(contract: Contract): Output[] {
  const [spec] = contract.profiles;
  return spec.documents.flatMap((document) => {
    const methods = document.methods.filter((method) => method.name !== discoverName);
    const stubs = methods.map((method) => ({ path: stubPath(method), text: stub(method) }));
    return [
      ...stubs,
      { path: `src/handlers/${document.api}/index.ts`, text: index(document, methods) },
    ];
  });
}

function stubPath(method: Method): string {
  return `src/handlers/${method.api}/${fileName(method)}`;
}

function fileName(method: Method): string {
  return `${kebabName(localName(method))}.ts`;
}

function localName(method: Method): string {
  return method.name.slice(method.name.indexOf(".") + 1);
}

function stub(method: Method): string {
  return `import type { Handler } from "../handler.ts";

${docComment([`${method.summary} ${method.origin}`])}export const ${localName(method)}: Handler<${JSON.stringify(method.name)}> = () => {};
`;
}

function index(document: Document, methods: readonly Method[]): string {
  const type = `${pascalName(document.api)}MethodName`;
  const imports = methods
    .map((method) => `import { ${localName(method)} } from "./${fileName(method)}";\n`)
    .sort((a, b) => (a.slice(a.indexOf("./")) < b.slice(b.indexOf("./")) ? -1 : 1));
  const rows = methods.map((method) => `  ${printKey(method.name)}: ${localName(method)},\n`);
  return `import type { Handlers } from "../../generated/handlers.ts";
import type { ${type} } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
${imports.join("")}
/** ${document.title}: a handler for every method. */
export const ${document.api}Handlers = {
${rows.join("")}} satisfies Handlers<${type}, HandlerContext>;
`;
}
