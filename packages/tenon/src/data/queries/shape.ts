import { unreachable } from '../support/unreachable.ts'
import type { Condition, Link, Parameter } from './condition.ts'
import type { Operation, Pivot, RelatedCount, Selection } from './selection.ts'

/** What queries that differ only in their values have in common, and those values. */
export interface Shape {
  readonly text: string
  readonly parameters: readonly Parameter[]
}

/** Describes a query so that two with the same text are the same SQL. */
export function shapeOf(selection: Selection, operation: Operation): Shape {
  const parameters: Parameter[] = []
  const bind = (parameter: Parameter): string => {
    parameters.push(parameter)
    return '?'
  }

  const { table, condition, keys, order, limit, offset, lock, counts, pivot } = selection
  let text = `${operationText(operation, bind)}|${table.name}|${conditionText(condition, bind)}`
  if (keys !== undefined) text += `|keys${bind(keys)}`
  for (const { column, direction } of order) text += `|order ${column.name} ${direction}`
  if (limit !== undefined) text += `|limit${bind(limit)}`
  if (offset !== undefined) text += `|offset${bind(offset)}`
  if (lock) text += '|lock'
  for (const count of counts) text += `|count ${countText(count, bind)}`
  if (pivot !== undefined) text += `|pivot ${pivotText(pivot)} ${bind(pivot.localKeys)}`
  return { text, parameters }
}

type Bind = (parameter: Parameter) => string

function operationText(operation: Operation, bind: Bind): string {
  if (operation.kind === 'column') return `column ${operation.column.name}`
  if (operation.kind !== 'update') return operation.kind
  const changes = operation.changes.map(
    ({ column, by, parameter }) => `${column.name} ${by} ${bind(parameter)}`,
  )
  return `update ${changes.join()}`
}

function conditionText(condition: Condition | undefined, bind: Bind): string {
  if (condition === undefined) return ''
  switch (condition.kind) {
    case 'compare':
      return `${condition.column.name}${condition.operator}${bind(condition.parameter)}`
    case 'null':
      return `${condition.column.name} ${not(condition)}null`
    case 'list':
    case 'like':
      return `${condition.column.name} ${not(condition)}${condition.kind}${bind(condition.parameter)}`
    case 'all':
    case 'any':
      return `${condition.kind}(${condition.conditions.map((each) => conditionText(each, bind)).join()})`
    case 'related':
      return `${not(condition)}${linkText(condition.link)}(${conditionText(condition.condition, bind)})`
    default:
      return unreachable(condition)
  }
}

function countText({ name, link, condition }: RelatedCount, bind: Bind): string {
  return `${name} ${linkText(link)}(${conditionText(condition, bind)})`
}

function pivotText({ table, localColumn, targetColumn, columns }: Pivot): string {
  return [table, localColumn, targetColumn, ...columns.map(({ name }) => name)].join(' ')
}

function linkText({ target, localColumn, targetColumn, through }: Link): string {
  const between = through && `${through.table}.${through.localColumn}.${through.targetColumn}`
  return `${localColumn}>${between ?? ''}>${target.name}.${targetColumn}`
}

function not({ negated }: { readonly negated: boolean }): string {
  return negated ? 'not ' : ''
}
