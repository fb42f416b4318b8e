import type { ColumnDefinition } from '../../data/columns/column.ts'
import type { ColumnDefinitions } from '../../data/migrations/operation.ts'
import { textLiteral } from '../../data/columns/text-literal.ts'
import type { Searched } from '../../data/columns/search/searched.ts'
import { columnText } from '../../data/columns/written/column-text.ts'
import { DELETED_AT } from '../../data/columns/table.ts'
import { fit } from '../templates/fit.ts'
import type { PulledRelation } from './find-relations.ts'
import { type ModelName, splitWords } from './model-names.ts'

/** A model for a table that exists. */
export interface PulledModel {
  readonly name: ModelName
  readonly table: string
  readonly columns: ColumnDefinitions
  /** The columns of a composite key. */
  readonly primaryKey: readonly string[] | undefined
  readonly searched: Searched | undefined
  readonly relations: readonly PulledRelation[]
}

/** The model of a view, whose key is a single column. */
export function pulledViewText({
  name,
  table,
  columns,
}: Pick<PulledModel, 'name' | 'table' | 'columns'>): string {
  const lines = Object.entries(columns).map(
    ([column, definition]) =>
      `  ${column}: ${columnText(definition)}${isSecret(column) ? '.hidden()' : ''},\n`,
  )
  return `import { c, DatabaseView } from 'tenon/models'

export class ${name.model} extends DatabaseView(${textLiteral(table)}, {
${lines.join('')}}) {}
`
}

/** `app/models/artist.ts` */
export function pulledModelText(model: PulledModel): string {
  const { name, table, columns, relations } = model
  const lines = Object.entries(columns).map(([column, definition]) =>
    column === DELETED_AT && deletesSoftly(columns)
      ? '...softDeletes()'
      : `${column}: ${columnText(definition)}${onCreateText(definition)}${isSecret(column) ? '.hidden()' : ''}`,
  )
  const fields = relations.map(relationText)
  const body = fields.length === 0 ? '{}' : `{\n${fields.join('')}}`
  return `${importTexts(name, columns, relations)}
export class ${name.model} extends Model(${textLiteral(table)}, {
${lines.map((line) => `  ${line},\n`).join('')}}${optionsText(model)}) ${body}
`
}

/** The only value that a pulled model computes is the time. */
function onCreateText({ onCreate }: ColumnDefinition): string {
  return onCreate === undefined ? '' : '.onCreate(() => new Date())'
}

function optionsText({ primaryKey, searched }: PulledModel): string {
  const options = [
    ...(primaryKey === undefined ? [] : [`primaryKey: ${listText(primaryKey)}`]),
    ...(searched === undefined ? [] : [`search: ${searchText(searched)}`]),
  ]
  return options.length === 0 ? '' : `, { ${options.join(', ')} }`
}

function searchText({ columns, language }: Searched): string {
  const list = listText(columns)
  return language === undefined ? list : `{ columns: ${list}, language: ${textLiteral(language)} }`
}

function listText(names: readonly string[]): string {
  return `[${names.map(textLiteral).join(', ')}]`
}

/** Whether a column's name says that it must not be sent to clients. */
function isSecret(column: string): boolean {
  return splitWords(column).some((word) => /^(?:password|passwd|secret|token)s?$/.test(word))
}

/** Whether a unique column ignores deleted rows, which only a model with soft deletes can do. */
export function deletesSoftly(columns: ColumnDefinitions): boolean {
  return Object.values(columns).some(({ ignoreDeleted }) => ignoreDeleted)
}

/** `static artist = belongsTo(() => Artist, 'artist_id')` */
export function relationText({ name, kind, target, options }: PulledRelation): string {
  const line = `  static ${name} = ${kind}(() => ${target.model}, ${options})\n`
  const spread = `  static ${name} = ${kind}(\n    () => ${target.model},\n    ${options},\n  )\n`
  return line.includes('\n    ') ? line : fit(line, spread)
}

function importTexts(
  own: ModelName,
  columns: ColumnDefinitions,
  relations: readonly PulledRelation[],
): string {
  const names = new Set(['c', 'Model', ...relations.map(({ kind }) => kind)])
  if (deletesSoftly(columns)) names.add('softDeletes')
  const sorted = [...names].toSorted((one, other) =>
    one.toLowerCase() < other.toLowerCase() ? -1 : 1,
  )
  const targets = new Map(relations.map(({ target }) => [target.file, target.model]))
  targets.delete(own.file)
  const models = [...targets].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return [
    `import { ${sorted.join(', ')} } from 'tenon/models'\n`,
    ...models.map(([file, model]) => `import { ${model} } from './${file}.ts'\n`),
  ].join('')
}
