import { posix } from 'node:path'
import type { Finding, Program, Registered } from '../program/program.ts'
import { visitAll, type ProgramFile } from '../program/program-file.ts'
import {
  child,
  children,
  isOnlyAName,
  lineOf,
  nameOf,
  textOf,
  type Ancestors,
} from '../program/source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/**
 * Finds what is declared and not registered, or registered and not used: jobs, tasks, listeners, commands, events
 * and policies. A message that nothing says is a hint: it harms nobody.
 */
export function checkDeclarations(program: Program): readonly Finding[] {
  const uses = readUses(program.files)
  return program.files.flatMap((file) =>
    readDeclarations(file).flatMap((declaration) => {
      const used = uses.get(`${file.path} ${declaration.variable}`) ?? []
      const isUnsaid =
        declaration.maker === 'message' && used.length === 0 && !uses.has(`${file.path} *`)
      const message = isUnsaid
        ? `Nothing says the message ${declaration.variable}.`
        : (findUnregistered(declaration, program) ?? findUnused(declaration, used))
      const kind = isUnsaid ? ('hint' as const) : ('mistake' as const)
      const line = lineOf(file, declaration.start)
      return message === undefined ? [] : [{ kind, file: file.path, line, message }]
    }),
  )
}

/** What is made by a function of Tenon and kept in a constant. */
interface Declaration {
  /** The function: `job`. */
  readonly maker: string
  /** Its first argument, if it is a text: the name of a job. */
  readonly name: string | undefined
  readonly variable: string
  readonly start: number
}

const registers: Readonly<Record<string, Registered>> = {
  job: 'jobs',
  task: 'tasks',
  listener: 'listeners',
  command: 'commands',
}

function findUnregistered(
  { maker, name }: Declaration,
  { registered }: Program,
): string | undefined {
  const list = registers[maker]
  if (list === undefined || name === undefined || registered[list].has(name)) return undefined
  return `The ${maker} "${name}" is not in application({ ${list} }), so it never runs.`
}

/** How a name is used: what it is read from, or what it is passed to. */
type UseKind = 'listed' | 'emitted' | 'heard' | 'other'

function findUnused(
  { maker, name, variable }: Declaration,
  uses: readonly UseKind[],
): string | undefined {
  if (maker === 'job' && uses.every((use) => use === 'listed')) {
    return `Nothing dispatches the job "${name ?? variable}".`
  }
  if (maker === 'policy' && uses.length === 0) return `No route and no handler uses ${variable}.`
  if (maker !== 'event') return undefined
  const title = `the event "${name ?? variable}"`
  if (uses.every((use) => use === 'heard')) return `Nothing emits ${title}.`
  return uses.every((use) => use === 'emitted') ? `Nothing listens to ${title}.` : undefined
}

function readDeclarations(file: ProgramFile): readonly Declaration[] {
  const { path, imports } = file
  const isClient = path.startsWith('resources/')
  return children(file.root, 'body').flatMap((statement) => {
    const declared = child(statement, 'declaration') ?? statement
    return children(declared, 'declarations').flatMap((declarator) => {
      const call = findFirstCall(child(declarator, 'init'))
      const maker = imports.get(nameOf(child(call, 'callee')) ?? '')?.name
      const variable = nameOf(child(declarator, 'id'))
      if (call === undefined || maker === undefined || variable === undefined) return []
      if (isClient && maker !== 'message') return []
      const name = textOf(children(call, 'arguments')[0])
      return [{ maker, name, variable, start: declarator.start }]
    })
  })
}

/** The call that a chain begins with: `job('invoice', Invoice)` in `job('invoice', Invoice).attempts(3).run(f)`. */
function findFirstCall(node: SyntaxNode | undefined): SyntaxNode | undefined {
  if (node?.type === 'MemberExpression') return findFirstCall(child(node, 'object'))
  if (node?.type !== 'CallExpression') return undefined
  return findFirstCall(child(node, 'callee')) ?? node
}

/** How each exported name is used anywhere, by file and name; `*` for a file whose names are used all together. */
function readUses(files: readonly ProgramFile[]): ReadonlyMap<string, readonly UseKind[]> {
  const uses = new Map<string, UseKind[]>()
  const add = (key: string, kind: UseKind): void => {
    uses.set(key, [...(uses.get(key) ?? []), kind])
  }
  for (const file of files) {
    for (const module of reexportedBy(file)) add(`${module} *`, 'other')
    visitAll(file, (node, ancestors) => {
      const [parent] = ancestors
      const name = nameOf(node) ?? toJsxName(node)
      if (name === undefined || parent === undefined || isDeclared(node, parent)) return
      const { module, name: imported } = file.origins.get(name) ?? { module: file.path, name }
      if (imported !== '*') return add(`${module} ${imported}`, toKind(node, ancestors))
      const property = parent['computed'] === true ? undefined : nameOf(child(parent, 'property'))
      add(`${module} ${property ?? '*'}`, toKind(parent, ancestors.slice(1)))
    })
  }
  return uses
}

/** The modules whose names a file exports as its own. */
function reexportedBy({ root, path }: ProgramFile): readonly string[] {
  return children(root, 'body').flatMap((statement) => {
    const source = statement.type.startsWith('Export')
      ? textOf(child(statement, 'source'))
      : undefined
    return source?.startsWith('.') === true ? [posix.join(posix.dirname(path), source)] : []
  })
}

function toJsxName(node: SyntaxNode): string | undefined {
  return node.type === 'JSXIdentifier' ? String(node['name']) : undefined
}

function isDeclared(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.type === 'VariableDeclarator' && child(parent, 'id') === node) return true
  return isOnlyAName(node, parent)
}

function toKind(node: SyntaxNode, [parent, call]: Ancestors): UseKind {
  if (parent?.type === 'ArrayExpression') return 'listed'
  const method =
    parent?.type === 'MemberExpression' && child(parent, 'object') === node
      ? nameOf(child(parent, 'property'))
      : undefined
  if (method === 'emit' && call?.type === 'CallExpression') return 'emitted'
  const called = nameOf(child(child(parent, 'callee'), 'property'))
  return parent?.type === 'CallExpression' && called === 'on' ? 'heard' : 'other'
}
