import { compileText } from '../../../base/language/compile-text.ts'
import { parseSource, type SyntaxNode } from '../parse-source.ts'
import { literalText, valueOf } from './literal-text.ts'

/** The door that exports `message`. */
export const languagesDoor = 'tenon/languages'

/** A call of `message` in a module, and its compiled texts. */
export interface FoundMessage {
  readonly start: number
  readonly end: number
  /** The name under which the module exports the message; `undefined` if it does not. */
  readonly name: string | undefined
  /** The compiled texts as JSON. */
  readonly texts: string
}

/** The messages that a file exports, by name, with their texts as JSON; `undefined` if it does not import `message`. */
export function findMessages(file: string, text: string): ReadonlyMap<string, string> | undefined {
  const tree = text.includes(languagesDoor) ? parseSource(file, text) : undefined
  if (tree === undefined) return undefined
  return new Map(
    findCalls(tree).flatMap(({ name, texts }) => (name === undefined ? [] : [[name, texts]])),
  )
}

/**
 * Finds the calls of `message` with literal texts. Ignores calls with computed texts or languages; they are parsed at
 * run time. Also ignores calls in a function that has its own parameter or variable with this name.
 */
export function findCalls(tree: SyntaxNode): readonly FoundMessage[] {
  const local = findLocalName(tree)
  if (local === undefined) return []
  const found: FoundMessage[] = []
  const visit = (node: unknown, name: string | undefined): void => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, undefined))
    if (!isNode(node) || redeclares(node, local)) return
    const texts = toTexts(node, local)
    if (texts !== undefined) found.push({ start: node.start, end: node.end, name, texts })
    else if (node.type === 'ExportNamedDeclaration') visitDeclaration(node['declaration'], visit)
    else for (const value of Object.values(node)) visit(value, undefined)
  }
  visit(tree['body'], undefined)
  return found
}

type Visit = (node: unknown, name: string | undefined) => void

/** Visits an exported declaration such as `export const title = message({ … })`. */
function visitDeclaration(declaration: unknown, visit: Visit): void {
  const list = isNode(declaration) ? declaration['declarations'] : undefined
  if (!Array.isArray(list)) return visit(declaration, undefined)
  for (const each of list) {
    if (isNode(each)) visit(each['init'], nameOf(each['id']))
  }
}

/** The local name of `message` in the module. */
function findLocalName(tree: SyntaxNode): string | undefined {
  for (const specifier of toImports(tree).flatMap((each) => each.specifiers)) {
    if (specifier.from === languagesDoor && specifier.imported === 'message') return specifier.local
  }
  return undefined
}

/** Whether a function or block may redeclare the name. True also if the name occurs only in a parameter's default. */
function redeclares({ id, params, param, ...parts }: SyntaxNode, name: string): boolean {
  const { body, consequent, init, left } = parts
  const statements = [body, consequent, init, left].flat().filter(isNode)
  const variables = statements.flatMap((each) => each['declarations']).filter(isNode)
  const declared = [...statements, ...variables].map((each) => each['id'])
  return names([id, params, param, declared], name)
}

/** Whether a pattern contains a name. */
function names(pattern: unknown, name: string): boolean {
  if (Array.isArray(pattern)) return pattern.some((each) => names(each, name))
  if (!isNode(pattern)) return false
  return nameOf(pattern) === name || Object.values(pattern).some((each) => names(each, name))
}

/** An import statement with its names. */
export interface FoundImport {
  readonly start: number
  readonly end: number
  readonly from: string
  readonly specifiers: readonly ImportedName[]
}

/** An imported name. `imported` is `undefined` for a default or namespace import. */
export interface ImportedName {
  readonly from: string
  readonly imported: string | undefined
  readonly local: string
  readonly text: { readonly start: number; readonly end: number }
}

/** Lists the import statements of a module. */
export function toImports(tree: SyntaxNode): readonly FoundImport[] {
  const body = tree['body']
  if (!Array.isArray(body)) return []
  return body.filter(isNode).flatMap((node): readonly FoundImport[] => {
    if (node.type !== 'ImportDeclaration' || node['importKind'] === 'type') return []
    const from = valueOf(node['source'])
    if (from === undefined || !Array.isArray(node['specifiers'])) return []
    const specifiers = node['specifiers'].filter(isNode).map((each) => ({
      from,
      imported: nameOf(each['imported']),
      local: nameOf(each['local']) ?? '',
      text: { start: each.start, end: each.end },
    }))
    return [{ start: node.start, end: node.end, from, specifiers }]
  })
}

/** The compiled texts of a call of `message`; `undefined` for any other node. */
function toTexts(node: SyntaxNode, local: string): string | undefined {
  if (node.type !== 'CallExpression' || nameOf(node['callee']) !== local) return undefined
  const [given]: readonly unknown[] = Array.isArray(node['arguments']) ? node['arguments'] : []
  if (!isNode(given) || !Array.isArray(given['properties'])) return undefined
  const texts: [string, unknown][] = []
  for (const property of given['properties']) {
    const language = isNode(property) ? keyOf(property) : undefined
    const text = isNode(property) ? literalText(property['value']) : undefined
    if (language === undefined || text === undefined) return undefined
    texts.push([language, compileText(text)])
  }
  return JSON.stringify(Object.fromEntries(texts), withPrototype)
}

/** Adds `__proto__: null` to the literal of an object without a prototype, such as the branches of a text. */
function withPrototype(_name: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null
  if (!isObject || Object.getPrototypeOf(value) !== null) return value
  return { ['__proto__']: null, ...value }
}

/** The name of a property; `undefined` if it is computed. */
function keyOf({ computed, key }: SyntaxNode): string | undefined {
  return computed === true ? undefined : (nameOf(key) ?? valueOf(key))
}

function nameOf(node: unknown): string | undefined {
  const name = isNode(node) ? (node.type === 'Identifier' ? node['name'] : undefined) : undefined
  return typeof name === 'string' ? name : undefined
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}
