import { parseSource, type SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** A name that a file imports from a door of the framework. */
export interface ImportedName {
  readonly door: string
  readonly name: string
}

/** A parsed file, with the parts that rules need. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly root: SyntaxNode
  /** The imported names, by their local names. */
  readonly imports: ReadonlyMap<string, ImportedName>
}

/** The nodes around a node, the nearest first. */
export type Ancestors = readonly SyntaxNode[]

/** Parses a file; `undefined` if its syntax is wrong. */
export function readSource(path: string, text: string): SourceFile | undefined {
  const root = parseSource(path, text)
  return root && { path, text, root, imports: readImports(root) }
}

/** Visits all nodes, outer ones first. */
export function visit(
  node: SyntaxNode,
  visitor: (node: SyntaxNode, ancestors: Ancestors) => void,
  ancestors: Ancestors = [],
): void {
  visitor(node, ancestors)
  let around: Ancestors | undefined
  const enter = (value: unknown): void => {
    if (isNode(value)) visit(value, visitor, (around ??= [node, ...ancestors]))
  }
  for (const key in node) {
    const value = node[key]
    if (Array.isArray(value)) value.forEach(enter)
    else enter(value)
  }
}

/** Whether a value is a node of the tree. Svelte's lists of nodes are nodes without positions. */
function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && value.type !== undefined
}

export function child(node: SyntaxNode | undefined, key: string): SyntaxNode | undefined {
  const value = node?.[key]
  return isNode(value) ? value : undefined
}

/** The child nodes under a key. */
export function children(node: SyntaxNode | undefined, key: string): readonly SyntaxNode[] {
  const value = node?.[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The name of an identifier. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  const name = node?.type === 'Identifier' ? node['name'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** Whether an identifier is only the name of a property, or part of an import or export. */
export function isOnlyAName(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.type.startsWith('Import') || parent.type.startsWith('Export')) return true
  const isKey = child(parent, 'key') === node && parent['shorthand'] !== true
  const isMember = child(parent, 'property') === node && parent['computed'] !== true
  return isKey || isMember
}

/** The text of a literal. */
export function textOf(node: SyntaxNode | undefined): string | undefined {
  const value = node?.type === 'Literal' ? node['value'] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The name of a property; `undefined` if it is computed. */
export function keyOf(property: SyntaxNode): string | undefined {
  if (property['computed'] === true) return undefined
  const key = child(property, 'key')
  return nameOf(key) ?? textOf(key)
}

export function sourceOf({ text }: Pick<SourceFile, 'text'>, node: SyntaxNode): string {
  return text.slice(node.start, node.end)
}

/** The line of a position, counted from 1. */
export function lineOf({ text }: Pick<SourceFile, 'text'>, position: number): number {
  return text.slice(0, position).split('\n').length
}

/** The framework's export that a node calls; `undefined` for other nodes. */
export function calledImport(file: SourceFile, node: SyntaxNode): ImportedName | undefined {
  if (node.type !== 'CallExpression') return undefined
  return file.imports.get(nameOf(child(node, 'callee')) ?? '')
}

/** The property of an object literal with this key. */
export function propertyOf(object: SyntaxNode | undefined, key: string): SyntaxNode | undefined {
  if (object?.type !== 'ObjectExpression') return undefined
  return children(object, 'properties').find((each) => nameOf(child(each, 'key')) === key)
}

/** A call in a chain: `.attempts(8)`. */
export interface ChainedCall {
  readonly method: string
  readonly args: readonly SyntaxNode[]
  readonly node: SyntaxNode
}

/** The calls chained to a node, in their order, up to the first that `isPart` refuses. */
export function chainOf(
  node: SyntaxNode,
  ancestors: Ancestors,
  isPart: (method: string) => boolean,
): readonly ChainedCall[] {
  const calls: ChainedCall[] = []
  let last = node
  for (let i = 0; i + 1 < ancestors.length; i += 2) {
    const [member, call] = [ancestors[i], ancestors[i + 1]]
    const method = nameOf(child(member, 'property'))
    const isChained = member?.type === 'MemberExpression' && child(member, 'object') === last
    if (!isChained || call === undefined || child(call, 'callee') !== member) break
    if (method === undefined || !isPart(method)) break
    calls.push({ method, args: children(call, 'arguments'), node: call })
    last = call
  }
  return calls
}

function readImports(root: SyntaxNode): ReadonlyMap<string, ImportedName> {
  const imports = new Map<string, ImportedName>()
  for (const statement of children(root, 'body')) {
    const door = textOf(child(statement, 'source'))
    if (statement.type !== 'ImportDeclaration' || door === undefined || !isDoor(door)) continue
    for (const specifier of children(statement, 'specifiers')) {
      const local = nameOf(child(specifier, 'local'))
      const name = nameOf(child(specifier, 'imported'))
      if (local !== undefined && name !== undefined) imports.set(local, { door, name })
    }
  }
  return imports
}

/** Whether a module is a door of the framework. */
export function isDoor(module: string): boolean {
  return module === 'tenon' || module.startsWith('tenon/')
}
