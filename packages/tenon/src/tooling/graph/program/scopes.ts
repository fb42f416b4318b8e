import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'
import { child, children, nameOf, type Ancestors } from './source-file.ts'

/** Whether a function or block around a name declares it, so that it does not mean the file's import. */
export function isShadowed(name: string, ancestors: Ancestors): boolean {
  return ancestors.some((scope) => declaredBy(scope).includes(name))
}

/** The names that a node declares for the code inside it. */
function declaredBy(scope: SyntaxNode): readonly string[] {
  const statements = [
    ...children(scope, 'body'),
    ...children(scope, 'cases').flatMap((each) => children(each, 'consequent')),
    child(scope, 'init'),
    child(scope, 'left'),
  ]
  const own = named.has(scope.type) ? [child(scope, 'id')] : []
  const patterns = [...children(scope, 'params'), child(scope, 'param'), ...own]
  return [...patterns.flatMap(namesOf), ...statements.flatMap(namesOfStatement)]
}

/** The names that a node itself declares, in any scope. */
export function namesDeclaredBy(node: SyntaxNode): readonly string[] {
  if (node.type === 'ImportDeclaration') {
    return children(node, 'specifiers').flatMap((each) => namesOf(child(each, 'local')))
  }
  const own = withId.test(node.type) ? [child(node, 'id')] : []
  const patterns = [...own, ...children(node, 'params'), child(node, 'param')]
  return [...patterns, ...declaredInMarkup(node)].flatMap(namesOf)
}

/** The patterns that Svelte's `{#each}`, `{#snippet}` and `{#await}` declare. */
function declaredInMarkup(node: SyntaxNode): readonly (SyntaxNode | undefined)[] {
  switch (node.type) {
    case 'EachBlock':
      return [child(node, 'context')]
    case 'SnippetBlock':
      return children(node, 'parameters')
    case 'AwaitBlock':
      return [child(node, 'value'), child(node, 'error')]
    default:
      return []
  }
}

const withId = /^(?:VariableDeclarator|(?:Function|Class)(?:Declaration|Expression))$/

const named: ReadonlySet<string> = new Set(['FunctionExpression', 'ClassExpression'])

function namesOfStatement(statement: SyntaxNode | undefined): readonly string[] {
  if (statement?.type === 'VariableDeclaration') {
    return children(statement, 'declarations').flatMap((each) => namesOf(child(each, 'id')))
  }
  return statement?.type.endsWith('Declaration') === true ? namesOf(child(statement, 'id')) : []
}

/** The names in a pattern such as `{ signal, ...others }`. */
function namesOf(pattern: SyntaxNode | undefined): readonly string[] {
  if (pattern === undefined) return []
  const name = nameOf(pattern)
  if (name !== undefined) return [name]
  const parts = [
    ...children(pattern, 'properties'),
    ...children(pattern, 'elements'),
    // The part of a property, a default, a rest element, or a parameter property of a class.
    ...['value', 'left', 'argument', 'parameter'].map((key) => child(pattern, key)),
  ]
  return parts.flatMap(namesOf)
}
