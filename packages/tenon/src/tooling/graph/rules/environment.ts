import type { Finding, Program } from '../program/program.ts'
import { visitAll, type ProgramFile } from '../program/program-file.ts'
import { child, children, keyOf, lineOf, nameOf, textOf } from '../program/source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/**
 * Finds environment variables that the code reads and `.env.example` does not name. A hint if the code has a default.
 */
export function checkEnvironment({ files, exampleVariables }: Program): readonly Finding[] {
  if (exampleVariables === undefined) return []
  return files.flatMap((file) => {
    const seen = new Set<string>()
    return readVariables(file)
      .filter(({ name }) => !exampleVariables.has(name) && !isEverywhere(name))
      .filter(({ name }) => !seen.has(name) && seen.add(name))
      .map(({ name, start, isOptional }) => ({
        kind: isOptional ? ('hint' as const) : ('mistake' as const),
        file: file.path,
        line: lineOf(file, start),
        message: `The variable ${name} is not in .env.example, where others learn of it.`,
      }))
  })
}

/** Variables that every process has, or that test environments set. */
function isEverywhere(name: string): boolean {
  return /^(?:NODE_ENV|APP_ENV|CI|HOME|PATH|PWD|TZ|TMPDIR|USER)$/.test(name)
}

interface Variable {
  readonly name: string
  readonly start: number
  /** Whether the code has another value for it: `process.env.X ?? 'x'`, `z.string().default('x')`. */
  readonly isOptional: boolean
}

function readVariables(file: ProgramFile): readonly Variable[] {
  if (file.path.startsWith('resources/')) return []
  const variables: Variable[] = []
  visitAll(file, (node, [parent]) => {
    if (isEnvironment(child(node, 'object'))) {
      const property = child(node, 'property')
      const name = node['computed'] === true ? textOf(property) : nameOf(property)
      if (name !== undefined)
        variables.push({ name, start: node.start, isOptional: isAlternative(parent) })
    }
    if (node.type === 'VariableDeclarator' && isEnvironment(child(node, 'init'))) {
      variables.push(...toKeys(child(node, 'id')))
    }
    const [argument] = children(node, 'arguments')
    const callee = child(node, 'callee')
    if (isEnvironment(argument)) variables.push(...readSchema(child(callee, 'object'), file))
    if (nameOf(callee) === 'environment') variables.push(...readSchema(argument, file))
  })
  return variables
}

/** The keys of a schema or of its constant: `z.object({ … })`, also with further calls such as `.partial()`. */
function readSchema(schema: SyntaxNode | undefined, file: ProgramFile): readonly Variable[] {
  const call = file.constants.get(nameOf(schema) ?? '') ?? schema
  if (call?.type !== 'CallExpression') return []
  const callee = child(call, 'callee')
  const method = nameOf(child(callee, 'property')) ?? nameOf(callee) ?? ''
  const own = toKeys(children(call, 'arguments')[0])
  const inner = readSchema(child(callee, 'object'), file)
  if (method === 'omit') return inner.filter(({ name }) => !own.some((left) => left.name === name))
  if (method === 'pick') return inner.filter(({ name }) => own.some((kept) => kept.name === name))
  const all = [...inner, ...own]
  return method === 'partial' ? all.map((each) => ({ ...each, isOptional: true })) : all
}

function toKeys(object: SyntaxNode | undefined): readonly Variable[] {
  return children(object, 'properties').flatMap((property) => {
    const name = keyOf(property)
    return name === undefined
      ? []
      : [{ name, start: property.start, isOptional: hasDefault(child(property, 'value')) }]
  })
}

/** Whether a schema or a pattern has a default: `z.string().default('x')`, `{ X = 'x' }`. */
function hasDefault(value: SyntaxNode | undefined): boolean {
  if (value === undefined) return false
  if (value.type === 'AssignmentPattern') return true
  const callee = child(value, 'callee')
  const method = nameOf(child(callee, 'property'))
  return (method !== undefined && defaults.has(method)) || hasDefault(child(callee, 'object'))
}

const defaults: ReadonlySet<string> = new Set([
  'default',
  'prefault',
  'optional',
  'nullish',
  'catch',
])

function isAlternative(parent: SyntaxNode | undefined): boolean {
  return parent?.type === 'LogicalExpression' && parent['operator'] !== '&&'
}

function isEnvironment(node: SyntaxNode | undefined): boolean {
  return (
    node?.type === 'MemberExpression' &&
    nameOf(child(node, 'object')) === 'process' &&
    nameOf(child(node, 'property')) === 'env'
  )
}
