import { rulesOf } from '../column-type.ts'
import type { ColumnDefinition, ComputedValue, Reference } from '../column.ts'
import { textLiteral } from '../text-literal.ts'

/** Writes a column as migrations declare it: `c.text().nullable()`. */
export function columnText(definition: ColumnDefinition): string {
  const { nullable, computed, unique, index, references, default: constant } = definition
  return [
    `c.${wordOf(definition)}(${argumentsOf(definition)})`,
    ...(nullable ? ['nullable()'] : []),
    ...(constant === undefined ? [] : [`default(${constantText(constant)})`]),
    ...(computed ? [computedText(computed)] : []),
    ...(unique ? [uniqueText(definition)] : []),
    ...(index ? ['index()'] : []),
    ...(references ? [`references(${referenceTexts(references).join(', ')})`] : []),
  ].join('.')
}

function computedText({ kind, sql }: ComputedValue): string {
  const method = kind === 'default' ? 'defaultSql' : 'generated'
  return `${method}({ sqlite: ${textLiteral(sql.sqlite)}, postgres: ${textLiteral(sql.postgres)} })`
}

function uniqueText({ caseInsensitive, ignoreDeleted, uniqueWithin }: ColumnDefinition): string {
  const flags = Object.entries({ caseInsensitive, ignoreDeleted })
    .filter(([, isSet]) => isSet)
    .map(([name]) => `${name}: true`)
  const options = uniqueWithin ? [...flags, `within: ${textLiteral(uniqueWithin)}`] : flags
  return options.length === 0 ? 'unique()' : `unique({ ${options.join(', ')} })`
}

/** Writes the arguments of `references`. */
export function referenceTexts({ table, column, onDelete, onUpdate }: Reference): string[] {
  const options = Object.entries({ onDelete, onUpdate })
    .filter(([, action]) => action !== 'no action')
    .map(([name, action]) => `${name}: ${textLiteral(action)}`)
  const target = textLiteral(`${table}.${column}`)
  return options.length === 0 ? [target] : [target, `{ ${options.join(', ')} }`]
}

function argumentsOf(definition: ColumnDefinition): string {
  const { item, digits, values, limits, primaryKey } = definition
  if (item !== undefined) return columnText(item)
  if (digits !== undefined) return `${digits.precision}, ${digits.scale}`
  if (values !== undefined) return `[${values.map(textLiteral).join(', ')}]`
  // A key that the database numbers has no limits of its own.
  const isNumber = rulesOf(definition).range !== undefined
  if (limits === undefined || (primaryKey && isNumber)) return ''
  const parts = Object.entries(limits).map(([name, limit]) => `${name}: ${limit}`)
  return `{ ${parts.join(', ')} }`
}

function wordOf({ type, values, primaryKey }: ColumnDefinition): string {
  if (values !== undefined) return 'enum'
  return primaryKey ? (rulesOf({ type }).keyKind ?? type) : type
}

function constantText(constant: unknown): string {
  if (typeof constant === 'bigint') return `${constant}n`
  if (typeof constant === 'string') return textLiteral(constant)
  if (constant instanceof Uint8Array) return `new Uint8Array([${constant.join(', ')}])`
  if (constant instanceof Date) return `new Date(${textLiteral(constant.toISOString())})`
  if (Array.isArray(constant)) return `[${constant.map(constantText).join(', ')}]`
  return JSON.stringify(constant)
}
