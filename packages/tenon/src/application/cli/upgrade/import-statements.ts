import { findFarewell, newPlaceOf } from './renames.ts'
import type { TextEdit } from './rule.ts'
import {
  child,
  children,
  isDoor,
  lineOf,
  nameOf,
  sourceOf,
  textOf,
  visit,
  type SourceFile,
} from './source-file.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** A place that a person has to look at. */
export interface Remark {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** The imports and re-exports of a file by the new doors and names. */
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
  const { statement, door, specifiers, remarks } = parts
  const byDoor = new Map<string, Set<string>>()
  for (const specifier of specifiers) {
    const isImport = specifier.type === 'ImportSpecifier'
    const [outer, inner] = isImport ? ['imported', 'local'] : ['local', 'exported']
    const name = nameOf(child(specifier, outer)) ?? ''
    const alias = nameOf(child(specifier, inner)) ?? name
    const farewell = findFarewell({ door, name })
    if (farewell !== undefined) {
      if (!isUsed(file, alias)) continue
      remarks.push({ path: file.path, line: lineOf(file, specifier.start), text: farewell })
    }
    const now = newPlaceOf({ door, name })
    const type = specifier[isImport ? 'importKind' : 'exportKind'] === 'type'
    const written = alias === name ? now.name : `${now.name} as ${alias}`
    const list = byDoor.get(now.door) ?? new Set()
    byDoor.set(now.door, list.add(`${type ? 'type ' : ''}${written}`))
  }
  const word = statement.type === 'ImportDeclaration' ? 'import' : 'export'
  const kind = statement[`${word}Kind`] === 'type' ? `${word} type` : word
  const text = [...byDoor]
    .map(([to, names]) => `${kind} { ${[...names].join(', ')} } from '${to}'`)
    .join('\n')
  const isSame = byDoor.size === 1 && byDoor.has(door) && specifiersSame(file, specifiers, byDoor.get(door))
  if (isSame) return []
  const end = text === '' && file.text[statement.end] === '\n' ? statement.end + 1 : statement.end
  return [{ start: statement.start, end, text }]
}

function specifiersSame(
  file: SourceFile,
  specifiers: readonly SyntaxNode[],
  names: ReadonlySet<string> | undefined,
): boolean {
  return (
    names?.size === specifiers.length && specifiers.every((each) => names.has(sourceOf(file, each)))
  )
}

function isUsed({ root }: SourceFile, local: string): boolean {
  let uses = 0
  visit(root, (node, [parent]) => {
    if (nameOf(node) === local && parent?.type !== 'ImportSpecifier') uses += 1
  })
  return uses > 0
}
