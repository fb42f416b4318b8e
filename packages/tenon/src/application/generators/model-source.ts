import { fieldKinds, type Field, type FieldKind } from './templates/field.ts'
import { toExistingNames } from './templates/names.ts'

/** What generators read from the source of a model. */
export interface ModelSource {
  readonly table: string
  /** How the key is declared: `id` for `c.id()`. */
  readonly key: string
  /** The column of the key. */
  readonly keyColumn: string
  /** The columns that generators know; others are omitted. */
  readonly fields: readonly Field[]
}

/** Reads the model in a file without running it; `undefined` if it has an unexpected form. */
export function readModel(text: string): ModelSource | undefined {
  const match = /extends Model\(\s*'(\w+)',\s*\{\n([\s\S]*?)\n\s*\},?\s*\)/.exec(text)
  if (match === null) return undefined
  const [, table = '', body = ''] = match
  const columns = [...body.matchAll(/^\s*(\w+): c\s*\.(\w+)(?:<[^\n]*>)?\(\)([^\n]*),$/gm)]
  const [, keyColumn = '', key = ''] =
    columns.find(([, , type = '']) => /^(?:id|\w+Id)$/.test(type)) ?? []
  const relations = readRelations(text)
  return {
    table,
    key,
    keyColumn,
    fields: columns.flatMap(([, name = '', type = '', chain = '']) => {
      const field = toField(name, type, chain)
      if (field === undefined) return []
      const owner = toOwner(relations.get(name), chain)
      return owner === undefined ? [field] : [{ ...field, isIndexed: false, owner }]
    }),
  }
}

function toField(name: string, type: string, chain: string): Field | undefined {
  const kind = fieldKinds.find((known) => known === type)
  if (kind === undefined || isComputed(kind, chain)) return undefined
  return {
    name,
    kind,
    isNullable: chain.includes('.nullable()'),
    isUnique: chain.includes('.unique()'),
    isIndexed: chain.includes('.index()'),
  }
}

/** Records get such a value automatically. */
function isComputed(kind: FieldKind, chain: string): boolean {
  if (/\.on(?:Create|Update)\(/.test(chain)) return true
  return chain.includes('.default(') && kind !== 'boolean'
}

interface RelationSource {
  readonly relation: string
  readonly model: string
}

/** The `belongsTo` relations, by column. */
function readRelations(text: string): ReadonlyMap<string, RelationSource> {
  const found = text.matchAll(/static (\w+) = belongsTo\(\(\) => (\w+), '(\w+)'\)/g)
  return new Map(
    [...found].map(([, relation = '', model = '', column = '']) => [column, { relation, model }]),
  )
}

function toOwner(source: RelationSource | undefined, chain: string): Field['owner'] {
  const [, table, key = ''] = /\.references\('(\w+)\.(\w+)'/.exec(chain) ?? []
  if (source === undefined || table === undefined) return undefined
  return { relation: source.relation, names: toExistingNames(source.model), table, key }
}
