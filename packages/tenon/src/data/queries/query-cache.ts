import { unreachable } from '../../base/support/unreachable.ts'
import type { DatabaseValue, Dialect, Statement } from '../database/statement.ts'
import { ownersSeen } from './reads/owners-seen.ts'
import { buildQuery } from './build-query.ts'
import { createCompiler } from './compiler.ts'
import type { Condition, Fragment, JsonPlace, Link, Parameter, Through } from './condition.ts'
import { pathText } from './json-path.ts'
import { constant } from './parameter.ts'
import { searchText } from './search.ts'
import type {
  AnyOrder,
  Joined,
  Operation,
  Output,
  Pivot,
  RelatedAggregate,
  ReturnedColumns,
  Selection,
  ValuesOperation,
} from './selection.ts'

/** A statement with the values for its placeholders. */
export interface Prepared {
  readonly statement: Statement
  readonly parameters: readonly DatabaseValue[]
}

/** How many shapes of queries are kept compiled per table and dialect; the oldest is evicted. */
export const SHAPE_LIMIT = 200

/** How many different limits are written into statements per table: a client may choose the limit. */
export const WRITTEN_LIMITS = 10

/**
 * The compiled queries of one table and dialect, by shape.
 *
 * Kysely compiles a query when its shape is first seen. Its parameters go in as objects
 * and come out in the order of the placeholders; `positions` remembers that order for the next
 * query of this shape, whose parameters only have to be encoded.
 */
export class QueryCache {
  readonly #dialect: Dialect
  readonly #compiled = new Map<string, Compiled>()
  readonly #limits = new Set<number>()

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  prepare(selection: Selection, operation: Operation): Prepared {
    const { text, parameters } = shapeOf(selection, operation)
    const written = this.#limitToWrite(selection, parameters)
    if (written !== undefined) {
      const key = `${text}|${written}`
      const limit = { ...constant(written), written }
      const found =
        this.#compiled.get(key) ?? this.#compile(key, { ...selection, limit }, operation, [])
      return { statement: found.statement, parameters: [] }
    }
    const { statement, positions } =
      this.#compiled.get(text) ?? this.#compile(text, selection, operation, parameters)
    const encoded = parameters.map((parameter) => parameter.encode(this.#dialect))
    return { statement, parameters: positions.map((position) => encoded[position] ?? null) }
  }

  /**
   * The limit, if it is the only parameter. PostgreSQL plans a statement with a parameter as its limit again on each
   * run, which takes a fifth of the database's time for a list of 20.
   */
  #limitToWrite({ limit }: Selection, [first, second]: readonly Parameter[]): number | undefined {
    if (limit === undefined || first !== limit || second !== undefined) return undefined
    const value = this.#dialect === 'postgres' ? limit.encode('postgres') : undefined
    if (typeof value !== 'number') return undefined
    if (this.#limits.size < WRITTEN_LIMITS) this.#limits.add(value)
    return this.#limits.has(value) ? value : undefined
  }

  #compile(
    text: string,
    selection: Selection,
    operation: Operation,
    parameters: readonly Parameter[],
  ): Compiled {
    const query = buildQuery(createCompiler(this.#dialect), selection, operation, this.#dialect)
    const positions = query.parameters.map((parameter) =>
      parameters.findIndex((each) => each === parameter),
    )
    const access =
      operation.kind === 'update' || operation.kind === 'delete' || selection.lock !== undefined
        ? 'write'
        : 'read'
    const compiled: Compiled = {
      statement: {
        sql: query.sql,
        access,
        owners: ownersSeen(selection, operation),
        readsMicroseconds: true,
      },
      positions,
    }
    this.#makeRoom()
    this.#compiled.set(text, compiled)
    return compiled
  }

  #makeRoom(): void {
    if (this.#compiled.size < SHAPE_LIMIT) return
    const [oldest] = this.#compiled.keys()
    if (oldest !== undefined) this.#compiled.delete(oldest)
  }
}

interface Compiled {
  readonly statement: Statement
  /** For each placeholder the index of its parameter in the shape. */
  readonly positions: readonly number[]
}

/** What queries that differ only in their values have in common, and those values. */
export interface Shape {
  readonly text: string
  readonly parameters: readonly Parameter[]
}

/** Describes a query; queries with the same description have the same SQL. */
export function shapeOf(selection: Selection, operation: Operation): Shape {
  const parameters: Parameter[] = []
  const bind = (parameter: Parameter): string => {
    parameters.push(parameter)
    return '?'
  }

  const { table, condition, keys, order, limit, offset, lock, aggregates, pivot } = selection
  const { limitPer, columns, joined } = selection
  let text = `${operationText(operation, bind)}|${table.name}|${conditionText(condition, bind)}`
  if (columns !== undefined) text += `|columns ${columns.map(({ name }) => name).join(' ')}`
  if (keys !== undefined) text += `|keys${bind(keys)}`
  for (const each of order) text += `|order ${orderText(each, bind)} ${each.direction}`
  if (limit !== undefined) text += `|limit${bind(limit)}`
  if (offset !== undefined) text += `|offset${bind(offset)}`
  if (lock !== undefined) text += `|lock ${lock}`
  if (limitPer !== undefined)
    text += `|per ${limitPer === 'pivot' ? '' : limitPer.map(({ name }) => name).join(' ')}`
  for (const each of aggregates) text += `|aggregate ${aggregateText(each, bind)}`
  if (pivot !== undefined) text += `|pivot ${pivotText(pivot)} ${bind(pivot.localKeys)}`
  if (joined !== undefined) for (const each of joined) text += `|joined ${joinedText(each, bind)}`
  return { text, parameters }
}

type Bind = (parameter: Parameter) => string

function operationText(operation: Operation, bind: Bind): string {
  if (operation.kind === 'column') return `column ${operation.column.name}`
  if (operation.kind === 'values') return valuesText(operation, bind)
  if (operation.kind === 'delete') return `delete${returningText(operation.returning)}`
  if (operation.kind !== 'update') return operation.kind
  const changes = operation.changes.map(
    ({ column, by, parameter }) => `${column.name} ${by} ${bind(parameter)}`,
  )
  return `update ${changes.join()}${returningText(operation.returning)}`
}

function returningText(columns: ReturnedColumns): string {
  return columns === undefined ? '' : ` returning ${columns.map(({ name }) => name).join(' ')}`
}

function orderText(order: AnyOrder, bind: Bind): string {
  if (order.column !== undefined) return `${order.column.name}${order.areNullsApart ? '!' : ''}`
  const { by } = order
  switch (by.kind) {
    case 'sql':
      return fragmentText(by.fragment, bind)
    case 'json':
      return placeText(by.place)
    case 'relevance':
      return `${searchText(by.search)}${bind(by.search.words)}`
    case 'aggregate':
      return `aggregate ${aggregateText(by.aggregate, bind)}`
    case 'related':
      return `${linkText(by.link)} ${by.column.name}(${conditionText(by.condition, bind)})`
    case 'pivot':
      return `pivot ${by.column.name}`
    default:
      return unreachable(by)
  }
}

/** Includes the length of each piece, so that raw SQL cannot be mistaken for something else. */
function fragmentText({ text, parameters }: Fragment, bind: Bind): string {
  return `sql ${text.map((piece) => `${piece.length}:${piece}`).join('')}${parameters.map(bind).join('')}`
}

function placeText({ column, path }: JsonPlace): string {
  return `json ${column.name} ${pathText(path)}`
}

function valuesText(operation: ValuesOperation, bind: Bind): string {
  const { outputs, isGrouped, isDistinct, having, orderBy } = operation
  const kept = having.map(
    ({ output, operator, parameter }) => `${outputText(output, bind)}${operator}${bind(parameter)}`,
  )
  const order = orderBy.map(({ output, direction }) => `${outputText(output, bind)} ${direction}`)
  const flags = `${isGrouped ? 'grouped' : ''} ${isDistinct ? 'distinct' : ''}`
  return `values ${flags} ${outputs.map((output) => outputText(output, bind)).join()};${kept.join()};${order.join()}`
}

function outputText(output: Output, bind: Bind): string {
  if (output.by === 'json') return `${placeText(output.place)} ${output.name}`
  if (output.by === 'sql') {
    return `${output.isGroup ? 'group ' : ''}${fragmentText(output.fragment, bind)} ${output.name}`
  }
  return `${output.by} ${output.column.name} ${output.name}`
}

function conditionText(condition: Condition | undefined, bind: Bind): string {
  if (condition === undefined) return ''
  switch (condition.kind) {
    case 'compare':
      return `${condition.column.name}${condition.operator}${bind(condition.parameter)}`
    case 'columns':
      return `${condition.column.name}${condition.operator} ${condition.other.name}`
    case 'sql':
      return fragmentText(condition.fragment, bind)
    case 'json':
      return `${placeText(condition)}${condition.operator}${condition.type}${bind(condition.parameter)}`
    case 'search':
      return `${searchText(condition.search)}${bind(condition.search.words)}`
    case 'jsonNull':
      return `${placeText(condition.place)} null`
    case 'null':
      return `${condition.column.name} ${not(condition)}null`
    case 'list':
    case 'like':
    case 'includes':
      return `${condition.column.name} ${not(condition)}${condition.kind}${bind(condition.parameter)}`
    case 'tuples':
      return `${condition.columns.map(({ name }) => name).join(' ')} tuples${bind(condition.parameter)}`
    case 'row':
      return `${condition.columns.map(({ name }) => name).join(' ')} row${condition.operator}${condition.parameters.map(bind).join('')}`
    case 'all':
    case 'any':
      return `${condition.kind}(${condition.conditions.map((each) => conditionText(each, bind)).join()})`
    case 'first':
      return `first ${condition.columns.map(({ name }) => name).join(' ')}(${conditionText(condition.scope, bind)})`
    case 'related':
      return `${not(condition)}${condition.isList ? 'in ' : ''}${linkText(condition.link)}(${conditionText(condition.condition, bind)})`
    default:
      return unreachable(condition)
  }
}

function aggregateText(
  { name, by, column, link, condition }: RelatedAggregate,
  bind: Bind,
): string {
  return `${name} ${by} ${column.name} ${linkText(link)}(${conditionText(condition, bind)})`
}

function pivotText(pivot: Pivot): string {
  const { table, localColumn, targetColumn, joinColumn, deletedAt = '', columns } = pivot
  const names = columns.map(({ name }) => name)
  return [table, localColumn, targetColumn, joinColumn, deletedAt, ...names].join(' ')
}

function joinedText({ table, columns, local, key, condition }: Joined, bind: Bind): string {
  const names = columns.map(({ name }) => name)
  return `${table.name} ${local.name} ${key.name} ${names.join(' ')} ${conditionText(condition, bind)}`
}

function linkText({ target, pairs, type, through }: Link): string {
  const between = through && throughText(through)
  const kind = type && `${type.side} ${type.column.name} ${type.value}`
  const columns = pairs.map((pair) => `${pair.local} ${pair.target}`)
  return `${columns.join()}>${between ?? ''}>${target.name} ${kind ?? ''}`
}

function throughText({ table, localColumn, targetColumn, model }: Through): string {
  const kind = model === undefined ? 'pivot' : `model ${model.deletedAt?.name ?? ''}`
  return `${table}.${localColumn}.${targetColumn} ${kind}`
}

function not({ negated }: { readonly negated: boolean }): string {
  return negated ? 'not ' : ''
}
