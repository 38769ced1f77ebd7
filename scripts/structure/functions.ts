import ts from "typescript";

export type FunctionFigures = {
  readonly path: string;
  /** Lines of the body with its braces that are not blank, as Biome counts them. */
  readonly lines: number;
  /** Cyclomatic complexity: 1 and one for each place where the path divides. */
  readonly complexity: number;
};

/** The functions of a file that have a body. Branches of an inner function are its own. */
export function functionsOf(path: string, text: string): readonly FunctionFigures[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: FunctionFigures[] = [];
  const visit = (node: ts.Node) => {
    const body = bodyOf(node);
    if (body !== undefined) {
      const lines = body
        .getText(source)
        .split("\n")
        .filter((line) => line.trim() !== "").length;
      found.push({ path, lines, complexity: 1 + branchesIn(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** How many abstract methods the classes of a file have: what their subclasses must implement. */
export function abstractMethodsOf(path: string, text: string): number {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  let found = 0;
  const visit = (node: ts.Node) => {
    const isAbstract =
      (ts.isMethodDeclaration(node) || ts.isGetAccessorDeclaration(node)) &&
      node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword);
    if (isAbstract) found += 1;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Members of the object types in a file, and where those are that are functions. */
export function typeMembersOf(
  path: string,
  text: string,
): { readonly members: number; readonly callbacks: readonly string[] } {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  let members = 0;
  const callbacks: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isPropertySignature(node) || ts.isMethodSignature(node)) {
      members += 1;
      if (ts.isMethodSignature(node) || isFunctionType(node.type)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        callbacks.push(`${path}:${line + 1} ${node.name.getText(source)}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { members, callbacks };
}

function bodyOf(node: ts.Node): ts.Node | undefined {
  return ts.isFunctionLike(node) && "body" in node ? (node.body as ts.Node | undefined) : undefined;
}

const branching: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

function branchesIn(node: ts.Node): number {
  let count = 0;
  const visit = (inner: ts.Node) => {
    if (bodyOf(inner) !== undefined) return;
    if (branching.has(inner.kind)) count += 1;
    ts.forEachChild(inner, visit);
  };
  ts.forEachChild(node, visit);
  return count;
}

function isFunctionType(type: ts.TypeNode | undefined): boolean {
  if (type === undefined) return false;
  if (ts.isParenthesizedTypeNode(type)) return isFunctionType(type.type);
  if (ts.isUnionTypeNode(type)) return type.types.some(isFunctionType);
  return ts.isFunctionTypeNode(type);
}
