import ts from 'typescript-6'

/**
 * Lists the assertions in loops that do not name the failed case in their expected value or their message. `match`
 * prints the text that it compares, so there the text may name the case.
 */
export function findSilentLoops(path: string, source: string): string[] {
  if (!/\bfor (?:await )?\(/.test(source)) return []
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest)
  const problems: string[] = []
  const visit = (node: ts.Node, names: readonly string[]): void => {
    if (names.length > 0 && ts.isCallExpression(node) && isSilent(node, names, file)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      problems.push(`${path}:${line + 1}: ${remedy}`)
    }
    const inner = toNames(node, names, file)
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(file, [])
  return problems
}

const remedy =
  'does not say which case of the loop has failed. Name it in the message, compare all results at once, or make each case an it().'

/** The loop variables by which an assertion in a node can name its case; empty outside of a loop. */
function toNames(node: ts.Node, names: readonly string[], file: ts.SourceFile): readonly string[] {
  if (ts.isCallExpression(node) && isCase.test(node.expression.getText(file))) return []
  return ts.isForOfStatement(node) || ts.isForStatement(node)
    ? [...names, ...declaredIn(node)]
    : names
}

const isCase = /^(?:it|test|describe)\b/

function declaredIn(node: ts.Node): readonly string[] {
  const isDeclared = ts.isVariableDeclaration(node) || ts.isBindingElement(node)
  const names = isDeclared && ts.isIdentifier(node.name) ? [node.name.text] : []
  ts.forEachChild(node, (child) => void names.push(...declaredIn(child)))
  return names
}

function isSilent(
  { expression, arguments: given }: ts.CallExpression,
  names: readonly string[],
  file: ts.SourceFile,
): boolean {
  const called = expression.getText(file)
  if (!/^assert(?:\.(?!fail)\w+)?$/.test(called)) return false
  const isNamed = new RegExp(`\\b(?:${names.join('|')})\\b`)
  const shown = given.slice(/match/i.test(called) ? 0 : 1)
  return !shown.some((each) => isNamed.test(each.getText(file)))
}
