import { mapValues } from '../../../base/support/values/map-values.ts'
import type { ColumnDefinition, Reference } from '../../columns/column.ts'
import { unreachable } from '../../../base/support/unreachable.ts'
import { plainTarget } from '../mirror.ts'
import {
  callOf,
  type CreateIndex,
  type CreateTable,
  type DropIndex,
  type IndexSql,
  type MirrorChange,
  type Operation,
  type OwnerPolicyChange,
  type SearchChange,
} from '../operation.ts'
import { textLiteral } from '../../columns/text-literal.ts'
import { columnText, referenceTexts } from '../../columns/written/column-text.ts'

/** Writes the text of a migration file. The same operations always give the same text. */
export function migrationText(operations: readonly Operation[]): string {
  const calls = operations.map((operation) => `  ${operationText(operation)},\n`)
  const names = new Set<string>(['migration', ...operations.map(callOf)])
  if (calls.some((call) => call.includes(' c.'))) names.add('c')

  return `import { ${[...names].toSorted().join(', ')} } from 'tenon/migrations'

export default migration([
${calls.join('')}])
`
}

/** Writes an operation as a migration calls it. */
export function operationText(operation: Operation): string {
  return `${callOf(operation)}(${argumentTexts(operation).join(', ')})`
}

function argumentTexts(operation: Operation): readonly string[] {
  switch (operation.kind) {
    case 'createTable':
      return tableTexts(operation)
    case 'dropTable':
      return operation.definition ? tableTexts(operation.definition) : texts(operation.table)
    case 'renameTable':
      return texts(operation.from, operation.to)
    case 'renameColumn':
      return texts(operation.table, operation.from, operation.to)
    case 'addColumn':
    case 'dropColumn':
      return [...texts(operation.table, operation.column), ...columnTexts(operation.definition)]
    case 'alterColumn': {
      const change = { from: columnText(operation.from), to: columnText(operation.to) }
      return [...texts(operation.table, operation.column), objectText(change)]
    }
    case 'createIndex':
    case 'dropIndex':
      return [
        ...texts(operation.table),
        arrayText(operation.columns),
        ...indexOptionTexts(operation),
      ]
    case 'addForeignKey':
    case 'dropForeignKey':
      return [...texts(operation.table, operation.column), ...keyTexts(operation.references)]
    case 'execute':
      if (operation.search) return searchTexts(operation.search)
      if (operation.policy) return policyTexts(operation.policy)
      if (operation.mirror) return mirrorTexts(operation.mirror)
      return [operation.up, operation.down]
        .filter((text) => text !== undefined)
        .map(({ sqlite, postgres }) =>
          objectText({ sqlite: textLiteral(sqlite), postgres: textLiteral(postgres) }),
        )
    default:
      return unreachable(operation)
  }
}

function searchTexts({ table, columns, key, language }: SearchChange): string[] {
  const options = [
    ...(key === 'id' ? [] : [`key: ${textLiteral(key)}`]),
    ...(language === undefined ? [] : [`language: ${textLiteral(language)}`]),
  ]
  const text = options.length === 0 ? [] : [`{ ${options.join(', ')} }`]
  return [...texts(table), arrayText(columns), ...text]
}

function policyTexts({ table, policy }: OwnerPolicyChange): string[] {
  const { column, owner, through } = policy
  const options = { column, owner, ...(through !== undefined && { through }) }
  const parts = Object.entries(options).map(([name, value]) => `${name}: ${textLiteral(value)}`)
  return [...texts(table), `{ ${parts.join(', ')} }`]
}

function mirrorTexts({ table, mirror }: MirrorChange): string[] {
  const plain = plainTarget(mirror)
  if (plain !== undefined) return texts(table, mirror.from, plain)
  const to = mapValues(mirror.to, sqlText)
  const lines = Object.entries(to).map(([name, sql]) => `      ${name}: ${sql},\n`)
  const values = { to: `{\n${lines.join('')}    }`, back: sqlText(mirror.back) }
  return [...texts(table, mirror.from), objectText(values)]
}

function indexOptionTexts({ unique, name, expressions, where }: CreateIndex | DropIndex): string[] {
  const options = [
    ...(unique ? ['unique: true'] : []),
    ...(name === undefined ? [] : [`name: ${textLiteral(name)}`]),
    ...(expressions.length === 0 ? [] : [`expressions: [${expressions.map(sqlText).join(', ')}]`]),
    ...(where === undefined ? [] : [`where: ${sqlText(where)}`]),
  ]
  return options.length === 0 ? [] : [`{ ${options.join(', ')} }`]
}

function sqlText(sql: IndexSql): string {
  if (typeof sql === 'string') return textLiteral(sql)
  return `{ sqlite: ${textLiteral(sql.sqlite)}, postgres: ${textLiteral(sql.postgres)} }`
}

function tableTexts({ table, columns, primaryKey }: CreateTable): string[] {
  const options = primaryKey ? [`{ primaryKey: ${arrayText(primaryKey)} }`] : []
  return [...texts(table), objectText(mapValues(columns, columnText)), ...options]
}

function columnTexts(definition: ColumnDefinition | undefined): string[] {
  return definition ? [columnText(definition)] : []
}

function keyTexts(references: Reference | undefined): string[] {
  return references ? referenceTexts(references) : []
}

function texts(...names: string[]): string[] {
  return names.map(textLiteral)
}

function arrayText(names: readonly string[]): string {
  return `[${texts(...names).join(', ')}]`
}

function objectText(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => `    ${name}: ${value},\n`)
  return `{\n${lines.join('')}  }`
}
