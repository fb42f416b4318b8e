import { findRemoval, isNowMember, newPlaceOf } from './renames.ts'
import type { TextEdit } from './rule.ts'
import {
  child,
  children,
  isDoor,
  isOnlyAName,
  lineOf,
  nameOf,
  sourceOf,
  textOf,
  visit,
  type SourceFile,
} from '../../graph/program/source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** A place that you have to change yourself. */
export interface Remark {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** Rewrites the imports and re-exports of a file to the new doors and names. */
export function moveImports(file: SourceFile): {
  readonly edits: readonly TextEdit[]
  readonly remarks: readonly Remark[]
} {
  const remarks: Remark[] = []
  const edits = children(file.root, 'body').flatMap((statement) => {
    const door = textOf(child(statement, 'source'))
    const specifiers = children(statement, 'specifiers')
    const isNamed = specifiers.length > 0 && specifiers.every(({ type }) => named.has(type))
    if (door === undefined || !isDoor(door) || !isNamed) return []
    return toEdits(file, { statement, door, specifiers, remarks })
  })
  return { edits, remarks }
}

const named = new Set(['ImportSpecifier', 'ExportSpecifier'])

interface Statement {
  readonly statement: SyntaxNode
  readonly door: string
  readonly specifiers: readonly SyntaxNode[]
  readonly remarks: Remark[]
}

function toEdits(file: SourceFile, parts: Statement): readonly TextEdit[] {
  const { statement, door, specifiers } = parts
  const byDoor = groupByDoor(file, parts)
  const names = byDoor.get(door)
  if (byDoor.size === 1 && names !== undefined && isSame(file, specifiers, names)) return []
  const word = statement.type === 'ImportDeclaration' ? 'import' : 'export'
  const kind = statement[`${word}Kind`] === 'type' ? `${word} type` : word
  const text = [...byDoor]
    .map(([to, moved]) => `${kind} { ${[...moved].join(', ')} } from '${to}'`)
    .join('\n')
  const end = text === '' && file.text[statement.end] === '\n' ? statement.end + 1 : statement.end
  return [{ start: statement.start, end, text }]
}

/** The names as a statement writes them, by door. Names that no longer exist are left out unless they are used. */
function groupByDoor(
  file: SourceFile,
  { door, specifiers, remarks }: Statement,
): ReadonlyMap<string, ReadonlySet<string>> {
  const byDoor = new Map<string, Set<string>>()
  for (const specifier of specifiers) {
    const isImport = specifier.type === 'ImportSpecifier'
    const name = nameOf(child(specifier, isImport ? 'imported' : 'local')) ?? ''
    const alias = nameOf(child(specifier, isImport ? 'local' : 'exported')) ?? name
    const farewell = findRemoval({ door, name })
    if (farewell !== undefined) {
      if (!isUsed(file, alias)) continue
      remarks.push({ path: file.path, line: lineOf(file, specifier.start), text: farewell })
    }
    const now = newPlaceOf({ door, name })
    const type = specifier[isImport ? 'importKind' : 'exportKind'] === 'type' ? 'type ' : ''
    const suffix = alias === name || isNowMember({ door, name }) ? '' : ` as ${alias}`
    const names = byDoor.get(now.door) ?? new Set()
    byDoor.set(now.door, names.add(`${type}${now.name}${suffix}`))
  }
  return byDoor
}

function isSame(
  file: SourceFile,
  specifiers: readonly SyntaxNode[],
  names: ReadonlySet<string>,
): boolean {
  return (
    names.size === specifiers.length && specifiers.every((each) => names.has(sourceOf(file, each)))
  )
}

function isUsed({ root }: SourceFile, local: string): boolean {
  let uses = 0
  visit(root, (node, [parent]) => {
    if (nameOf(node) === local && parent !== undefined && !isOnlyAName(node, parent)) uses += 1
  })
  return uses > 0
}
