import type { Finding, Program, Registered } from '../program/program.ts'
import type { ProgramFile } from '../program/program-file.ts'
import { child, children, lineOf, nameOf, textOf } from '../program/source-file.ts'
import { readUses, type UseKind } from '../program/uses.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/**
 * Finds declarations that are not registered, or are registered but not used: jobs, tasks, listeners, commands, events
 * and policies.
 */
export function checkDeclarations(program: Program): readonly Finding[] {
  const uses = readUses(program.files)
  return program.files.flatMap((file) =>
    readDeclarations(file).flatMap((declaration) => {
      const message =
        findUnregistered(declaration, program) ??
        findUnused(declaration, uses.get(`${file.path} ${declaration.variable}`) ?? [])
      const line = lineOf(file, declaration.start)
      return message === undefined
        ? []
        : [{ kind: 'mistake' as const, file: file.path, line, message }]
    }),
  )
}

/** A constant whose value a function of Tenon has made. */
interface Declaration {
  /** The function, such as `job`. */
  readonly maker: string
  /** Its first argument if it is text, such as the name of a job. */
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

function findUnused(
  { maker, name, variable }: Declaration,
  uses: readonly UseKind[],
): string | undefined {
  if (maker === 'job' && uses.every((use) => use === 'listed')) {
    return `Nothing dispatches the job "${name ?? variable}". Dispatch it, or remove it.`
  }
  if (maker === 'policy' && uses.length === 0)
    return `No route and no handler uses ${variable}. Use it in .can(), or remove it.`
  if (maker !== 'event') return undefined
  const title = `the event "${name ?? variable}"`
  if (uses.every((use) => use === 'heard')) return `Nothing emits ${title}.`
  return uses.every((use) => use === 'emitted') ? `Nothing listens to ${title}.` : undefined
}

function readDeclarations(file: ProgramFile): readonly Declaration[] {
  const { path, imports } = file
  if (path.startsWith('resources/')) return []
  return children(file.root, 'body').flatMap((statement) => {
    const declared = child(statement, 'declaration') ?? statement
    return children(declared, 'declarations').flatMap((declarator) => {
      const call = findFirstCall(child(declarator, 'init'))
      const maker = imports.get(nameOf(child(call, 'callee')) ?? '')?.name
      const variable = nameOf(child(declarator, 'id'))
      if (call === undefined || maker === undefined || variable === undefined) return []
      const name = textOf(children(call, 'arguments')[0])
      return [{ maker, name, variable, start: declarator.start }]
    })
  })
}

/** The call at the start of a chain: `job('invoice', Invoice)` in `job('invoice', Invoice).attempts(3).run(f)`. */
function findFirstCall(node: SyntaxNode | undefined): SyntaxNode | undefined {
  if (node?.type === 'MemberExpression') return findFirstCall(child(node, 'object'))
  if (node?.type !== 'CallExpression') return undefined
  return findFirstCall(child(node, 'callee')) ?? node
}
