import { rulesOf } from '../columns/column-type.ts'
import type { Digits } from '../columns/types/type-rules.ts'
import { INT64 } from '../columns/types/bigint.ts'
import { fromScaled, parseDecimal } from '../columns/decimal.ts'
import { assertIdentifier } from '../columns/identifier.ts'
import type { ReadAt, ReadValue, RowValues, Simplify, ValueOf } from '../columns/row.ts'
import type { Table, TableColumn } from '../columns/table.ts'
import { databaseOf } from '../database/current-database.ts'
import type { Row as Stored } from '../database/statement.ts'
import { Sql, sql, toParameter } from '../database/sql.ts'
import type { ComparisonOperator, Parameter } from '../queries/condition.ts'
import { fragmentOf } from '../queries/fragment.ts'
import { outputReader, type OutputReader } from '../queries/output-reader.ts'
import { constant, operandOf } from '../queries/parameter.ts'
import type {
  Aggregate,
  ComputedOutput,
  Having,
  Output,
  Selection,
  ValuesOperation,
} from '../queries/selection.ts'
import type { AnyModel, Entity } from '../records/entity.ts'
import { execute, explain } from '../records/fetch.ts'
import type { Refused, Unsent } from '../../base/support/refused.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { type JsonName, type JsonPath, type JsonValueAt, readPlace } from '../queries/read-json.ts'
import {
  assertCount,
  cannotSort,
  type MeanOf,
  type NumericName,
  type OrderableName,
  readDirection,
  type SumOf,
} from './query-input.ts'

/**
 * A query that reads plain objects with chosen columns instead of records; returned by `select` and
 * `groupBy`. With `count`, `sum`, `avg`, `min` or `max` it returns one row for each combination of the
 * chosen columns.
 */
export class Rows<M extends AnyModel, Row extends object>
  implements ColumnRows<OnlyValue<Row>>, Unsent<string>
{
  /** Holds the message the compiler shows if you send a query; the property does not exist at run time. */
  declare readonly '~unsent': 'This query was not run: add .all() or .first()'
  /** The type of its column, if it reads one; the property does not exist at run time. */
  declare readonly '~column': OnlyValue<Row>
  readonly #state: RowsPlan

  constructor(state: RowsPlan) {
    this.#state = state
  }

  /** What is executed, as plain data. */
  get plan(): RowsPlan {
    return this.#state
  }

  /** Counts the records of each group into `count`, or the name in `as`. */
  count<const As extends string = 'count'>(
    options?: Named<As>,
  ): Rows<M, Row & { readonly [Key in As]: number }> {
    return this.#add('count', undefined, options?.as ?? 'count')
  }

  /** Sums a column into `total_sum`, or the name in `as`; null counts as zero. A sum of decimals is exact. */
  sum<Name extends NumericName<M['columns']>, const As extends string = `${Name}_sum`>(
    name: Name,
    options?: Named<As>,
  ): Rows<M, Row & { readonly [Key in As]: SumOf<M['columns'], Name> }> {
    return this.#add('sum', name, options?.as ?? `${name}_sum`)
  }

  /**
   * The mean of a column, as `total_avg` or the name in `as`; `null` if all values are null.
   *
   * A mean of decimals is text with four more digits after the point.
   */
  avg<Name extends NumericName<M['columns']>, const As extends string = `${Name}_avg`>(
    name: Name,
    options?: Named<As>,
  ): Rows<M, Row & { readonly [Key in As]: MeanOf<M['columns'], Name> | null }> {
    return this.#add('avg', name, options?.as ?? `${name}_avg`)
  }

  /** The smallest value of a column, as `total_min` or the name in `as`. */
  min<Name extends OrderableName<M['columns']>, const As extends string = `${Name}_min`>(
    name: Name,
    options?: Named<As>,
  ): Rows<M, Row & { readonly [Key in As]: ReadValue<M['columns'], Name, M['table']> }> {
    return this.#add('min', name, options?.as ?? `${name}_min`)
  }

  /** The largest value of a column, as `total_max` or the name in `as`. */
  max<Name extends OrderableName<M['columns']>, const As extends string = `${Name}_max`>(
    name: Name,
    options?: Named<As>,
  ): Rows<M, Row & { readonly [Key in As]: ReadValue<M['columns'], Name, M['table']> }> {
    return this.#add('max', name, options?.as ?? `${name}_max`)
  }

  /**
   * Reads raw SQL under the given names: ``compute({ length: sql<number>`length(title)` })``.
   *
   * The values are returned as the database sends them; `sql` sets their type.
   */
  compute<Computed extends RawValues>(computed: Computed): Rows<M, Row & ValuesOf<Computed>> {
    const { entity, operation } = this.#state
    return this.#change({
      outputs: withRaw(operation.outputs, computed, { entity, isGroup: false }),
    })
  }

  /**
   * Reads a value inside JSON into the name in `as`: `json('address', ['city'], { as: 'city' })`. A missing
   * value is `null`.
   */
  json<
    Name extends JsonName<M['columns']>,
    const Path extends JsonPath<ValueOf<M['columns'], Name>>,
    const As extends string,
  >(
    name: Name,
    path: Path,
    { as }: Named<As>,
  ): Rows<
    M,
    Row & {
      readonly [Key in As]: ReadAt<M['columns'], Name, JsonValueAt<M['columns'], Name, Path>> | null
    }
  > {
    const { entity, operation } = this.#state
    assertIdentifier(as)
    if (operation.outputs.some((each) => each.name === as)) throw nameTaken(entity, as)
    const output: Output = { name: as, by: 'json', place: readPlace(entity.table, name, path) }
    return this.#change({ outputs: [...operation.outputs, output] })
  }

  /** Keeps the groups where a value compares like this: `having('total_sum', '>', 100)`. */
  having<Name extends keyof Row & string>(
    name: Name,
    operator: ComparisonOperator,
    value: NonNullable<Row[Name]>,
  ): Rows<M, Row> {
    const output = this.#output(name)
    const parameter = comparedWith(output, value)
    const having: Having = { output, operator: readOperator(operator), parameter }
    return this.#change({ having: [...this.#state.operation.having, having], isGrouped: true })
  }

  /** Removes duplicate rows. */
  distinct(): Rows<M, Row> {
    return this.#change({ isDistinct: true })
  }

  /** Orders by one of the row's values, after earlier orders; `null` counts as the largest. */
  orderBy(name: keyof Row & string, direction: 'asc' | 'desc' = 'asc'): Rows<M, Row> {
    const output = this.#find(name)
    if (output === undefined) throw cannotSort(name)
    const order = { output, direction: readDirection(direction) }
    return this.#change({ orderBy: [...this.#state.operation.orderBy, order] })
  }

  /** Reads at most this many rows. */
  limit(count: number): Rows<M, Row> {
    return this.#select({ limit: constant(assertCount(count)) })
  }

  /** Skips the first rows. */
  offset(count: number): Rows<M, Row> {
    return this.#select({ offset: constant(assertCount(count)) })
  }

  /** Reads all rows of the query. */
  async all(): Promise<Row[]> {
    // The names and decoded values are those that `select` and the methods above added to the type.
    return (await fetchRows(this.#state)) as Row[]
  }

  /** Returns the database's query plan as text, like `Query.explain`. */
  explain(): Promise<string> {
    const { entity, selection, operation } = this.#state
    return explain(entity, selection, operation)
  }

  /** Reads the first row, or `null` if there is none. */
  async first(): Promise<Row | null> {
    const [row] = await this.limit(1).all()
    return row ?? null
  }

  /** Throws `E_QUERY_UNRUN`: send the rows of a query, not the query. */
  toJSON(): Refused<Rows<M, Row>['~unsent']> {
    throw notRun(this.#state.entity)
  }

  #add<Next extends object>(by: Aggregate, name: string | undefined, as: string): Rows<M, Next> {
    const { entity, operation } = this.#state
    const output = computedOutput(entity.table, { by, name, as })
    if (operation.outputs.some((each) => each.name === as)) throw nameTaken(entity, as)
    return this.#change({ outputs: [...operation.outputs, output], isGrouped: true })
  }

  #find(name: string): Output | undefined {
    return this.#state.operation.outputs.find((each) => each.name === name)
  }

  #output(name: string): Output {
    const { entity, operation } = this.#state
    const output = this.#find(name)
    if (output !== undefined) return output
    throw new SetupError(
      'E_COLUMN_UNKNOWN',
      `The rows of "${entity.table.name}" have no "${name.slice(0, 80)}". They have: ${operation.outputs.map((each) => each.name).join(', ')}.`,
    )
  }

  #select(change: Partial<Selection>): Rows<M, Row> {
    return new Rows({ ...this.#state, selection: { ...this.#state.selection, ...change } })
  }

  #change<Next extends object>(change: Partial<ValuesOperation>): Rows<M, Next> {
    return new Rows({ ...this.#state, operation: { ...this.#state.operation, ...change } })
  }
}

/** The error for a query that was sent instead of its rows. */
export function notRun({ table }: Entity): SetupError {
  return new SetupError(
    'E_QUERY_UNRUN',
    `A query on "${table.name}" was sent without being run. Add .all(), .first(), .paginate() or .count().`,
  )
}

/** Raw SQL by the names of its values. */
export type RawValues = Readonly<Record<string, Sql>>

/** Rejects raw SQL without a name. */
export type NamedGroups<By extends readonly unknown[]> = {
  readonly [Index in keyof By]: By[Index] extends Sql
    ? Refused<'Give raw SQL a name: groupBy({ month: sql`…` })'>
    : By[Index]
}

/** The values of columns and of raw SQL. */
// oxfmt-ignore
export type GroupedBy<M extends AnyModel, By> =
  [Extract<By, RawValues>] extends [never]
    ? Simplify<Pick<RowValues<M['columns'], M['table']>, Extract<By, keyof M['columns']>>>
    : Simplify<Pick<RowValues<M['columns'], M['table']>, Extract<By, keyof M['columns']>> & ValuesOf<Extract<By, RawValues>>>

/** The values read by raw SQL, by name. */
type ValuesOf<Computed extends RawValues> = {
  readonly [Name in keyof Computed]: Computed[Name]['~value']
}

/** The name of a computed value. */
export interface Named<As extends string> {
  readonly as: As
}

/** A query on one column, which can be the list of another query's `in`. */
export interface ColumnRows<Value> {
  readonly '~column': Value | null
}

// oxfmt-ignore
type OnlyValue<Row extends object> = {
  [Name in keyof Row]: [Exclude<keyof Row, Name>] extends [never] ? Row[Name] : Refused<'A query in a list reads one column: select() it alone'>
}[keyof Row]

/** What is executed: the rows of a selection, and the values that are read from them. */
export interface RowsPlan {
  readonly entity: Entity
  readonly selection: Selection
  readonly operation: ValuesOperation
}

/** Starts with the chosen columns. */
export function chosenColumns(names: readonly string[], entity: Entity): ValuesOperation {
  const outputs = names.map((name): Output => {
    return { name, by: 'column', column: entity.table.column(name) }
  })
  return { kind: 'values', outputs, isGrouped: false, isDistinct: false, having: [], orderBy: [] }
}

/** Starts with columns and named raw SQL, and reads one row for each combination of their values. */
export function groups(
  wanted: readonly (string | RawValues | Sql)[],
  entity: Entity,
): ValuesOperation {
  const start = chosenColumns([], entity)
  const outputs = wanted.reduce<readonly Output[]>(
    (before, each) =>
      typeof each === 'string'
        ? [...before, ...chosenColumns([each], entity).outputs]
        : withRaw(before, each, { entity, isGroup: true }),
    start.outputs,
  )
  return { ...start, outputs, isGrouped: true }
}

interface RawOf {
  readonly entity: Entity
  readonly isGroup: boolean
}

function withRaw(
  before: readonly Output[],
  pieces: RawValues | Sql,
  { entity, isGroup }: RawOf,
): readonly Output[] {
  if (pieces instanceof Sql) throw unnamed(entity)
  const outputs = [...before]
  for (const [name, piece] of Object.entries(pieces)) {
    assertIdentifier(name)
    if (outputs.some((each) => each.name === name)) throw nameTaken(entity, name)
    outputs.push({ name, by: 'sql', fragment: fragmentOf(piece), isGroup })
  }
  return outputs
}

/** Computes one value over all rows, ignoring limit, offset and order. */
export function fetchAggregate(
  entity: Entity,
  selection: Selection,
  by: Aggregate,
  name: string,
): Promise<unknown> {
  return fetchValue(entity, selection, computedOutput(entity.table, { by, name, as: 'value' }))
}

/** Sums raw SQL over all rows, ignoring limit, offset and order; 0 without rows. */
export function fetchSum(entity: Entity, selection: Selection, summed: Sql): Promise<unknown> {
  const fragment = fragmentOf(sql`coalesce(sum(${summed}), 0)`)
  return fetchValue(entity, selection, { name: 'value', by: 'sql', fragment, isGroup: false })
}

async function fetchValue(entity: Entity, selection: Selection, output: Output): Promise<unknown> {
  const operation = { ...chosenColumns([], entity), outputs: [output] }
  const all = { ...selection, order: [], limit: undefined, offset: undefined }
  const [row] = await fetchRows({ entity, selection: all, operation })
  return row?.[output.name]
}

async function fetchRows(state: RowsPlan): Promise<Array<Record<string, unknown>>> {
  const { outputs } = state.operation
  const { rows } = await execute(state.entity, state.selection, state.operation)
  const { dialect } = databaseOf(state.entity.table.database)
  const readers = outputs.map((output) => ({
    name: output.name,
    read: outputReader(output, dialect),
  }))
  return rows.map((row) => toRecord(readers, row))
}

interface NamedReader {
  readonly name: string
  readonly read: OutputReader
}

/** Assigns in a loop, which takes half the time of `Object.fromEntries`. */
function toRecord(readers: readonly NamedReader[], row: Stored): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (let i = 0; i < readers.length; i++) {
    const reader = readers[i]
    if (reader !== undefined) record[reader.name] = reader.read(row[i])
  }
  return record
}

interface Computed {
  readonly by: Aggregate
  readonly name: string | undefined
  readonly as: string
}

/** A value computed from a column, or the number of rows. Throws `E_QUERY_VALUE` if the column does not allow it. */
export function computedOutput(table: Table, { by, name, as }: Computed): ComputedOutput {
  assertIdentifier(as)
  const column = name === undefined ? table.keys[0] : table.column(name)
  if (by === 'count' || canCompute(by, column)) return { name: as, by, column }
  throw new SetupError(
    'E_QUERY_VALUE',
    `${by}() cannot be computed for "${column.name}". Choose a column of ${by === 'min' || by === 'max' ? 'numbers, text, dates or timestamps' : 'numbers without a cast'}.`,
  )
}

/** Whether both databases can compute the value, and the column's conversion can read it. */
function canCompute(by: Aggregate, { definition }: TableColumn): boolean {
  const { readSum, hasExtremes } = rulesOf(definition)
  return by === 'sum' || by === 'avg'
    ? readSum !== undefined && definition.cast === undefined
    : hasExtremes
}

function comparedWith(output: Output, value: unknown): Parameter {
  const { by, name } = output
  if (by === 'sql') return { encode: (dialect) => toParameter(value, dialect) }
  if (by === 'json') throw notCompared(name)
  const { digits } = output.column.definition
  if (digits !== undefined && (by === 'sum' || by === 'avg')) return decimalOf(name, value, digits)
  const isOfColumn = by === 'column' || by === 'min' || by === 'max'
  return isOfColumn ? operandOf(output.column, value) : numberOf(name, value)
}

/** Not by the column's codec: a sum has more digits than the values, and on SQLite a mean counts smallest units. */
function decimalOf(name: string, value: unknown, { scale }: Digits): Parameter {
  const units =
    typeof value === 'string' ? parseDecimal(value, { precision: 18, scale }) : undefined
  if (units !== undefined) {
    return {
      encode: (dialect) =>
        dialect === 'sqlite' ? units : fromScaled(units, { precision: 18, scale }),
    }
  }
  if (typeof value === 'string') {
    throw new ValidationFailed({
      [name]: `The ${name} must be a number with up to ${scale} digits after the point`,
    })
  }
  throw new SetupError(
    'E_QUERY_VALUE',
    `"${name}" can only be compared with a text such as "12.50", with up to ${scale} digits after the point.`,
  )
}

function numberOf(name: string, value: unknown): Parameter {
  const isBigint = typeof value === 'bigint'
  if (isBigint && value >= INT64.min && value <= INT64.max) return constant(value)
  if (typeof value === 'number' && Number.isFinite(value)) return constant(value)
  if (isBigint || typeof value === 'number') {
    throw new ValidationFailed({ [name]: `The ${name} cannot be compared with this number` })
  }
  throw new SetupError('E_QUERY_VALUE', `"${name}" can only be compared with a number.`)
}

function notCompared(name: string): SetupError {
  return new SetupError(
    'E_QUERY_VALUE',
    `having() cannot compare "${name}", a value inside JSON. Use whereJson() before select() or groupBy().`,
  )
}

const operators: readonly string[] = ['=', '!=', '<', '<=', '>', '>=']

function readOperator(operator: ComparisonOperator): ComparisonOperator {
  if (operators.includes(operator)) return operator
  throw new SetupError(
    'E_QUERY_OPERATOR',
    `"${operator as string}" is not an operator of having(). Use one of: ${operators.join(', ')}.`,
  )
}

function unnamed({ table }: Entity): SetupError {
  return new SetupError(
    'E_QUERY_NAME',
    `groupBy() of "${table.name}" got raw SQL without a name. Write groupBy({ month: sql\`…\` }), with any name.`,
  )
}

function nameTaken({ table }: Entity, name: string): SetupError {
  return new SetupError(
    'E_QUERY_NAME',
    `The rows of "${table.name}" already have a value "${name}". Give it another name: { as: '…' }.`,
  )
}
