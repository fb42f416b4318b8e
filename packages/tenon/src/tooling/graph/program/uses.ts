import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'
import { visitAll, type ProgramFile } from './program-file.ts'
import { child, isOnlyAName, nameOf, type Ancestors } from './source-file.ts'

/** How a name is used: in a list, as an event that is emitted or heard, or in another way. */
export type UseKind = 'listed' | 'emitted' | 'heard' | 'other'

/** All uses of each exported name, by file and name. */
export function readUses(files: readonly ProgramFile[]): ReadonlyMap<string, readonly UseKind[]> {
  const uses = new Map<string, UseKind[]>()
  const add = (key: string, kind: UseKind): void => {
    uses.set(key, [...(uses.get(key) ?? []), kind])
  }
  for (const file of files) {
    visitAll(file, (node, ancestors) => {
      const [parent] = ancestors
      const name = nameOf(node) ?? toJsxName(node)
      if (name === undefined || parent === undefined || isDeclared(node, parent)) return
      const { module, name: imported } = file.origins.get(name) ?? { module: file.path, name }
      if (imported === '*')
        add(
          `${module} ${nameOf(child(parent, 'property')) ?? ''}`,
          toKind(parent, ancestors.slice(1)),
        )
      else add(`${module} ${imported}`, toKind(node, ancestors))
    })
  }
  return uses
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
