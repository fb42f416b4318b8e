import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'
import type { Finding, Program } from '../program/program.ts'
import { visitAll, type ProgramFile } from '../program/program-file.ts'
import {
  calledImport,
  chainOf,
  children,
  lineOf,
  textOf,
  type Ancestors,
  type ChainedCall,
} from '../program/source-file.ts'

/** Finds statements that make a value and do not use it: mails without `.send()`, replies without `return`. */
export function checkDroppedValues(program: Program): readonly Finding[] {
  return program.files.flatMap(checkFile)
}

function checkFile(file: ProgramFile): readonly Finding[] {
  const found: Finding[] = []
  visitAll(file, (node, ancestors) => {
    const imported = calledImport(file, node)
    if (imported === undefined) return
    const chain = chainOf(node, ancestors, () => true)
    if (!isDropped(ancestors.slice(2 * chain.length))) return
    const message =
      imported.door === 'tenon/mail' && imported.name === 'mail'
        ? findUnsent(node, chain)
        : findUnreturned(imported.door, imported.name)
    if (message === undefined) return
    found.push({ kind: 'mistake', file: file.path, line: lineOf(file, node.start), message })
  })
  return found
}

/** Whether a value with these ancestors is a statement by itself, perhaps with `await` or `void`. */
function isDropped([parent, ...others]: Ancestors): boolean {
  const isPassedOn = parent?.type === 'AwaitExpression' || parent?.type === 'UnaryExpression'
  return isPassedOn ? isDropped(others) : parent?.type === 'ExpressionStatement'
}

function findUnsent(node: SyntaxNode, chain: readonly ChainedCall[]): string | undefined {
  if (chain.some(({ method }) => method === 'send')) return undefined
  const [name] = children(node, 'arguments')
  const title = textOf(name) === undefined ? 'The mail' : `The mail "${textOf(name)}"`
  return `${title} is not sent: end the line with .send().`
}

function findUnreturned(door: string, name: string): string | undefined {
  return door === 'tenon' && replies.has(name)
    ? `Nobody returns the reply of ${name}(), so it does nothing: write return before it.`
    : undefined
}

/** The functions of `tenon` that make a reply. */
const replies: ReadonlySet<string> = new Set(
  'back file html json noContent page redirect stream text'.split(' '),
)
