import { withDatabase } from '../../src/database.ts'
import type { Database } from '../../src/data/database/database.ts'
import { createMigrator, createTable, migration } from '../../src/migrations.ts'
import {
  belongsTo,
  c,
  hasMany,
  hasManyThrough,
  hasOne,
  manyToMany,
  Model,
  softDeletes,
} from '../../src/models.ts'
import type { Dice } from '../changes/random-schedule.ts'

/** Models with a column of each type that can be compared, and with each kind of relation. */
export class Customer extends Model('customers', {
  id: c.id(),
  name: c.text().nullable(),
  rank: c.integer().nullable(),
  is_known: c.boolean(),
  born_on: c.date().nullable(),
  seen_at: c.timestamp().nullable(),
  opens_at: c.time().nullable(),
  credit: c.decimal(10, 2).nullable(),
  points: c.bigint().nullable(),
  kind: c.enum(['new', 'old', 'lost']),
  ...softDeletes(),
}) {
  static orders = hasMany(() => Order, 'customer_id')
  static earliest = hasOne(() => Order, 'customer_id')
  static lines = hasManyThrough(() => Line, {
    through: () => Order,
    local: 'customer_id',
    target: 'order_id',
  })
}

export class Order extends Model('orders', {
  id: c.id(),
  customer_id: c.integer().nullable().references('customers.id'),
  title: c.text(),
  rank: c.integer().nullable(),
  weight: c.real().nullable(),
  price: c.decimal(8, 2).nullable(),
}) {
  static customer = belongsTo(() => Customer, 'customer_id')
  static lines = hasMany(() => Line, 'order_id')
  static labels = manyToMany(() => Label, {
    through: 'order_labels',
    local: 'order_id',
    target: 'label_id',
  })
}

export class Line extends Model('lines', {
  id: c.id(),
  order_id: c.integer().references('orders.id'),
  rank: c.integer(),
}) {
  static order = belongsTo(() => Order, 'order_id')
}

export class Label extends Model('labels', { id: c.id(), name: c.text(), ...softDeletes() }) {
  static orders = manyToMany(() => Order, {
    through: 'order_labels',
    local: 'label_id',
    target: 'order_id',
  })
}

export const models = { customers: Customer, orders: Order, lines: Line, labels: Label }

export type TableName = keyof typeof models

/** The types of the columns that conditions and orders are made of. */
export const columnsOf: Readonly<Record<TableName, Readonly<Record<string, ColumnKind>>>> = {
  customers: {
    id: 'integer',
    name: 'text',
    rank: 'integer',
    is_known: 'boolean',
    born_on: 'date',
    seen_at: 'timestamp',
    opens_at: 'time',
    credit: 'decimal',
    points: 'bigint',
    kind: 'enum',
  },
  orders: {
    id: 'integer',
    customer_id: 'integer',
    title: 'text',
    rank: 'integer',
    weight: 'real',
    price: 'decimal',
  },
  lines: { id: 'integer', order_id: 'integer', rank: 'integer' },
  labels: { id: 'integer', name: 'text' },
}

export type ColumnKind =
  | 'integer'
  | 'bigint'
  | 'real'
  | 'decimal'
  | 'text'
  | 'enum'
  | 'boolean'
  | 'date'
  | 'time'
  | 'timestamp'

/** Whether a column may be null. */
export function isNullable(table: TableName, column: string): boolean {
  const definition = Object.entries(models[table].columns).find(([name]) => name === column)?.[1]
  return definition?.definition.nullable === true
}

export type Row = Readonly<Record<string, unknown>> & { readonly id: number }

/** The rows of all tables, in memory. */
export interface Rows extends Readonly<Record<TableName, readonly Row[]>> {
  readonly pairs: readonly { readonly order_id: number; readonly label_id: number }[]
}

const counts = { customers: 9, orders: 16, lines: 14, labels: 5 }

/** Rows with few different values, so that many are equal, and many nulls. */
export function randomRows(dice: Dice): Rows {
  const rowsOf = (table: TableName, more: () => object = () => ({})): Row[] =>
    Array.from({ length: counts[table] }, (_, i) => ({
      ...randomValues(dice, table),
      ...more(),
      id: i + 1,
    }))
  const deleted = () => ({ deleted_at: dice.below(5) === 0 ? new Date(0) : null })
  const keyOf = (table: TableName): number => 1 + dice.below(counts[table])
  return {
    customers: rowsOf('customers', deleted),
    orders: rowsOf('orders', () => ({
      customer_id: dice.below(5) === 0 ? null : keyOf('customers'),
    })),
    lines: rowsOf('lines', () => ({ order_id: keyOf('orders') })),
    labels: rowsOf('labels', deleted),
    pairs: Array.from({ length: 20 }, () => keyOf('orders')).flatMap((order_id, i, all) =>
      all.indexOf(order_id) === i ? [{ order_id, label_id: keyOf('labels') }] : [],
    ),
  }
}

function randomValues(dice: Dice, table: TableName): object {
  const values = Object.entries(columnsOf[table]).map(([name, kind]) => {
    const isNull = isNullable(table, name) && dice.below(3) === 0
    return [name, isNull ? null : randomValue(dice, kind)]
  })
  return Object.fromEntries(values) as object
}

/** A value of a column, or to compare a column with. */
export function randomValue(dice: Dice, kind: ColumnKind): unknown {
  const n = dice.below(4)
  const values: Readonly<Record<ColumnKind, () => unknown>> = {
    integer: () => dice.below(6) - 1,
    bigint: () => BigInt(n) + (dice.below(3) === 0 ? 2n ** 53n : 0n),
    real: () => (dice.below(9) - 3) / 2,
    decimal: () => (dice.below(7) - 2 + n / 4).toFixed(2),
    text: () => randomText(dice),
    enum: () => dice.pick(['new', 'old', 'lost']),
    boolean: () => n < 2,
    date: () => `200${n}-02-1${dice.below(3)}`,
    time: () => `0${n}:30:00`,
    timestamp: () => new Date(Date.UTC(2000, n, 1, 0, 0, 0, dice.below(3))),
  }
  return values[kind]()
}

/** A short text with both cases and everything that a pattern or a literal has to escape. */
function randomText(dice: Dice): string {
  const letters = ['a', 'b', 'A', 'B', '%', '_', '\\', "'"] as const
  return Array.from({ length: 1 + dice.below(3) }, () => dice.pick(letters)).join('')
}

/** Creates the tables with these rows, and runs a test on them. */
export async function withRows(
  database: Database,
  rows: Rows,
  body: () => Promise<void>,
): Promise<void> {
  const tables = Object.entries(models).map(([name, { columns }]) => createTable(name, columns))
  const pairs = { order_id: c.integer(), label_id: c.integer() }
  const pivot = createTable('order_labels', pairs, { primaryKey: ['order_id', 'label_id'] })
  const create = migration([...tables, pivot])
  await createMigrator(database, [
    { name: '2026_11_20_000001_create', migration: create },
  ]).migrate()
  await withDatabase(database, async () => {
    // Sound: the values are of the types of the columns.
    await Customer.createMany(rows.customers as never)
    await Order.createMany(rows.orders as never)
    await Line.createMany(rows.lines as never)
    await Label.createMany(rows.labels as never)
    for (const { order_id, label_id } of rows.pairs) {
      await (await Order.findOrFail(order_id)).attach(Order.labels, [label_id])
    }
    await body()
  })
}
