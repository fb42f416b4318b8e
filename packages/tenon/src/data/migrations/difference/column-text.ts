import type { ColumnDefinition, Reference } from '../../columns/column.ts'

/** Writes a column as migrations declare it: `c.text().nullable()`. */
export function columnText(definition: ColumnDefinition): string {
  const { nullable, unique, index, references, default: constant } = definition
  return [
    `c.${kindOf(definition)}()`,
    ...(nullable ? ['nullable()'] : []),
    ...(constant === undefined ? [] : [`default(${constantText(constant)})`]),
    ...(unique ? ['unique()'] : []),
    ...(index ? ['index()'] : []),
    ...(references ? [`references(${referenceTexts(references).join(', ')})`] : []),
  ].join('.')
}

/** Writes the arguments of `references`. */
export function referenceTexts({ table, column, onDelete, onUpdate }: Reference): string[] {
  const options = Object.entries({ onDelete, onUpdate })
    .filter(([, action]) => action !== 'no action')
    .map(([name, action]) => `${name}: ${textLiteral(action)}`)
  const target = textLiteral(`${table}.${column}`)
  return options.length === 0 ? [target] : [target, `{ ${options.join(', ')} }`]
}

/** Writes a string literal in single quotes. */
export function textLiteral(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1)
  return `'${inner.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`
}

function kindOf({ type, primaryKey, autoIncrement }: ColumnDefinition): string {
  if (!primaryKey) return type
  if (autoIncrement) return type === 'bigint' ? 'bigId' : 'id'
  return type === 'uuid' ? 'uuidId' : 'stringId'
}

function constantText(constant: unknown): string {
  if (typeof constant === 'bigint') return `${constant}n`
  if (typeof constant === 'string') return textLiteral(constant)
  if (constant instanceof Date) return `new Date(${textLiteral(constant.toISOString())})`
  return JSON.stringify(constant)
}
