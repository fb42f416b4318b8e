import type { Dice } from '../changes/random-schedule.ts'
import { type AnyQuery, queryOf, type Refine } from './any-query.ts'
import { compares, every, kept, relations, some, type Truth } from './expected.ts'
import {
  type ColumnKind,
  columnsOf,
  isNullable,
  randomValue,
  type Row,
  type Rows,
  type TableName,
} from './records.ts'

/** A condition: what it adds to a query, and what it says of a row. */
export interface Condition {
  readonly text: string
  /** Whether it is added with `orWhere`: it, or all conditions before it. */
  readonly isOr: boolean
  /** A group without conditions adds nothing. */
  readonly isEmpty?: boolean
  readonly add: (query: AnyQuery, isOr: boolean) => AnyQuery
  readonly says: (row: Row) => Truth
}

/** Conditions that follow each other. */
export interface Conditions {
  readonly text: string
  readonly isEmpty: boolean
  readonly refine: Refine
  readonly says: (row: Row) => Truth
}

/** Makes conditions of a table; `depth` counts the groups and relations around them. */
export function randomConditions(dice: Dice, rows: Rows, table: TableName, depth = 0): Conditions {
  const conditions = Array.from({ length: dice.below(depth > 2 ? 2 : 4) }, () =>
    randomCondition({ dice, rows, table, depth }),
  )
  const stated = conditions.filter(({ isEmpty }) => isEmpty !== true)
  const [first, ...others] = stated
  return {
    text: conditions.map(({ text, isOr }) => `.${isOr ? 'or ' : ''}${text}`).join(''),
    isEmpty: first === undefined,
    refine: (query) =>
      conditions.reduce((all, each, i) => each.add(all, i > 0 && each.isOr), query),
    says: (row) =>
      others.reduce<Truth>(
        (truth, { isOr, says }) => (isOr ? some : every)([truth, says(row)]),
        first === undefined ? true : first.says(row),
      ),
  }
}

interface Place {
  readonly dice: Dice
  readonly rows: Rows
  readonly table: TableName
  readonly depth: number
}

function randomCondition(place: Place): Condition {
  const kinds = [
    onColumn,
    onColumn,
    onColumn,
    onRelation,
    onRelation,
    onList,
    inGroup,
    onColumns,
  ] as const
  return place.depth < 3 ? place.dice.pick(kinds)(place) : onColumn(place)
}

function onColumn({ dice, table }: Place): Condition {
  const [name, kind] = randomColumn(dice, table)
  const operator = dice.pick(operatorsOf(kind))
  const value = operand({ dice, kind, operator, isNullable: isNullable(table, name) })
  return {
    text: `where(${name} ${operator} ${write(value)})`,
    isOr: dice.below(3) === 0,
    add: (query, isOr) =>
      isOr ? query.orWhere(name, operator, value) : query.where(name, operator, value),
    says: (row) => compares(kind, row[name], operator, value),
  }
}

export function randomColumn(dice: Dice, table: TableName): readonly [string, ColumnKind] {
  const [first, ...others] = Object.entries(columnsOf[table])
  if (first === undefined) throw new Error(`The table ${table} has no columns`)
  return dice.pick([first, ...others])
}

function operatorsOf(kind: ColumnKind): readonly [string, ...string[]] {
  const equality = ['=', '!=', 'in', 'not in'] as const
  if (kind === 'boolean' || kind === 'enum') return equality
  // How the databases order texts depends on the collation.
  if (kind === 'text') return [...equality, 'contains', 'starts with', 'ends with']
  return [...equality, '<', '<=', '>', '>=', 'between']
}

interface Operand {
  readonly dice: Dice
  readonly kind: ColumnKind
  readonly operator: string
  readonly isNullable: boolean
}

function operand({ dice, kind, operator, isNullable }: Operand): unknown {
  const one = (): unknown => randomValue(dice, kind)
  if (operator === 'in' || operator === 'not in') {
    return Array.from({ length: dice.below(4) }, one)
  }
  if (operator === 'between') return [one(), one()]
  const mayBeNull = isNullable && (operator === '=' || operator === '!=')
  return mayBeNull && dice.below(3) === 0 ? null : one()
}

function onRelation({ dice, rows, table, depth }: Place): Condition {
  const [name, { to, find }] = randomRelation(dice, table)
  const inner = randomConditions(dice, rows, to, depth + 1)
  const hasNone = dice.below(2) === 0
  const method = hasNone ? 'whereHasNone' : 'whereHas'
  const orMethod = hasNone ? 'orWhereHasNone' : 'orWhereHas'
  return {
    text: `${method}(${name}${inner.text})`,
    isOr: dice.below(3) === 0,
    add: (query, isOr) => query[isOr ? orMethod : method](name, inner.refine),
    says: (row) => find(rows, row).some((each) => inner.says(each) === true) !== hasNone,
  }
}

export function randomRelation(dice: Dice, table: TableName) {
  const [first, ...others] = Object.entries(relations[table])
  if (first === undefined) throw new Error(`The table ${table} has no relations`)
  return dice.pick([first, ...others])
}

/** A list that is a query. */
function onList({ dice, rows, table, depth }: Place): Condition {
  const [column, to, selected] = lists[table]
  const operator = dice.pick(['in', 'not in'])
  const inner = randomConditions(dice, rows, to, depth + 1)
  const listed = kept(rows[to])
    .filter((row) => inner.says(row) === true)
    .map((row) => row[selected])
  const list = (): unknown => inner.refine(queryOf(to)).select(selected)
  return {
    text: `where(${column} ${operator} ${to}${inner.text})`,
    isOr: dice.below(3) === 0,
    add: (query, isOr) =>
      isOr ? query.orWhere(column, operator, list()) : query.where(column, operator, list()),
    // Null matches neither `in` nor `not in`.
    says: (row) => row[column] !== null && listed.includes(row[column]) === (operator === 'in'),
  }
}

const lists = {
  customers: ['id', 'orders', 'customer_id'],
  orders: ['customer_id', 'customers', 'id'],
  lines: ['order_id', 'orders', 'id'],
  labels: ['id', 'lines', 'rank'],
} as const

function inGroup({ dice, rows, table, depth }: Place): Condition {
  const { text, isEmpty, refine, says } = randomConditions(dice, rows, table, depth + 1)
  return {
    text: `whereGroup(${text})`,
    isOr: false,
    isEmpty,
    add: (query) => query.whereGroup(refine),
    says,
  }
}

function onColumns({ dice, table }: Place): Condition {
  const [column, other] = alike[table]
  const operator = dice.pick(['=', '!=', '<', '<=', '>', '>='])
  return {
    text: `whereColumn(${column} ${operator} ${other})`,
    isOr: false,
    add: (query) => query.whereColumn(column, operator, other),
    says: (row) =>
      row[other] === null ? null : compares('integer', row[column], operator, row[other]),
  }
}

/** Two columns of each table that can be compared. */
const alike = {
  customers: ['rank', 'id'],
  orders: ['rank', 'customer_id'],
  lines: ['rank', 'order_id'],
  labels: ['id', 'id'],
} as const

/** Writes a value so that different values are different texts. */
export function write(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'bigint' ? `${each}n` : each,
  )
}
