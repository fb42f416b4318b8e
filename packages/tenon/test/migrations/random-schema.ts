import { type Column, type ColumnTrait, Model } from '../../src/models.ts'
import { c } from '../../src/migrations.ts'
import type { Dice } from '../changes/random-schedule.ts'

type AnyColumn = Column<unknown, ColumnTrait>

/** What a column of a random schema declares. */
interface Declared {
  readonly type: TypeName
  readonly isNullable: boolean
  /** Which of the type's defaults it has, if any. */
  readonly default?: number
  readonly isUnique?: boolean
  readonly isIndexed?: boolean
  /** The table that it refers to. */
  readonly refersTo?: string
}

/** The columns of each table, besides its key. */
export type RandomSchema = ReadonlyMap<string, ReadonlyMap<string, Declared>>

/** One change of a schema, and the names that it has changed. */
export interface Change {
  readonly text: string
  readonly schema: RandomSchema
  /** The former name by the name that it has now. */
  readonly renamed?: readonly [to: string, from: string]
}

interface Type {
  readonly make: () => AnyColumn
  readonly defaults: readonly unknown[]
  /** A value for the row with a number, another one for each number. */
  readonly valueOf: (n: number) => unknown
  /** The types to which both databases convert its values. */
  readonly becomes: readonly TypeName[]
  readonly hasIndexes: boolean
}

type TypeName = keyof typeof types

const types = {
  text: {
    make: () => c.text(),
    defaults: ['', "it's", String.raw`a\b`, 'null', '1', '"'],
    valueOf: String,
    becomes: ['integer', 'real', 'boolean', 'date', 'json', 'words'],
    hasIndexes: true,
  },
  integer: {
    make: () => c.integer(),
    defaults: [0, -5, 2 ** 31 - 1],
    valueOf: (n) => n,
    becomes: ['bigint', 'real', 'text', 'decimal'],
    hasIndexes: true,
  },
  bigint: {
    make: () => c.bigint(),
    defaults: [0n, 2n ** 63n - 1n],
    valueOf: BigInt,
    becomes: ['integer', 'text'],
    hasIndexes: true,
  },
  real: {
    make: () => c.real(),
    defaults: [0, -2.25, 1e21, 1e-7],
    valueOf: (n) => n + 0.5,
    becomes: ['integer', 'text'],
    hasIndexes: true,
  },
  decimal: {
    make: () => c.decimal(8, 2),
    defaults: ['0.00', '-2.25'],
    valueOf: (n) => `${n}.50`,
    becomes: ['integer'],
    hasIndexes: true,
  },
  boolean: {
    make: () => c.boolean(),
    defaults: [true, false],
    valueOf: (n) => n % 2 === 0,
    becomes: ['text', 'integer'],
    hasIndexes: false,
  },
  date: {
    make: () => c.date(),
    defaults: ['2020-02-29'],
    valueOf: (n) => dayOf(n).toISOString().slice(0, 10),
    becomes: ['text', 'timestamp'],
    hasIndexes: true,
  },
  timestamp: {
    make: () => c.timestamp(),
    defaults: [new Date('2020-01-02T03:04:05.678Z')],
    valueOf: dayOf,
    becomes: ['text', 'date'],
    hasIndexes: true,
  },
  time: {
    make: () => c.time(),
    defaults: ['09:30:00', '23:59:59.5'],
    valueOf: (n) =>
      dayOf(n / 100)
        .toISOString()
        .slice(11, 19),
    becomes: ['text'],
    hasIndexes: true,
  },
  uuid: {
    make: () => c.uuid(),
    defaults: ['00000000-0000-7000-8000-000000000000'],
    valueOf: (n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    becomes: ['text'],
    hasIndexes: true,
  },
  words: {
    make: () => c.enum(['a', 'b', "it's"]),
    defaults: ['a', "it's"],
    valueOf: (n) => (n % 2 === 0 ? 'a' : 'b'),
    becomes: ['text', 'fewWords'],
    hasIndexes: false,
  },
  fewWords: {
    make: () => c.enum(['b', 'c']),
    defaults: ['b'],
    valueOf: () => 'b',
    becomes: ['text', 'words'],
    hasIndexes: false,
  },
  json: {
    make: () => c.json(),
    defaults: [[], { a: "it's" }, 'text'],
    valueOf: (n) => ({ n }),
    becomes: ['text'],
    hasIndexes: false,
  },
  list: {
    make: () => c.array(c.text()),
    defaults: [[], ['a'], ["it's", 'b,c', '{}', '"', 'null', '']],
    valueOf: (n) => [String(n)],
    becomes: [],
    hasIndexes: false,
  },
  bytes: {
    make: () => c.bytes(),
    defaults: [new Uint8Array([0, 255])],
    valueOf: (n) => new Uint8Array([n % 256]),
    becomes: ['text'],
    hasIndexes: false,
  },
} satisfies Readonly<
  Record<string, Omit<Type, 'becomes'> & { readonly becomes: readonly string[] }>
>

function dayOf(n: number): Date {
  return new Date(Date.UTC(2000, 0, 1) + Math.round(n * 86_400_000))
}

function typeOf(name: TypeName): Type {
  // Sound: each name in `becomes` is one of a type.
  return types[name] as Type
}

/** The models of a schema. */
export function modelsOf(schema: RandomSchema) {
  return [...schema].map(([table, columns]) => {
    const declared = Object.fromEntries([...columns].map(([name, each]) => [name, toColumn(each)]))
    return Model(table, { id: c.id(), ...declared })
  })
}

function toColumn(declared: Declared): AnyColumn {
  const { make, defaults } = typeOf(declared.type)
  let column = make() as Column<string>
  if (declared.isNullable) column = column.nullable() as unknown as Column<string>
  if (declared.default !== undefined) {
    column = column.default(
      defaults[declared.default % defaults.length] as string,
    ) as Column<string>
  }
  if (declared.isUnique === true) column = column.unique() as Column<string>
  if (declared.isIndexed === true) column = column.index()
  return declared.refersTo === undefined ? column : column.references(`${declared.refersTo}.id`)
}

/** A row of a table; null wherever it may be, every third time. */
export function rowOf(columns: ReadonlyMap<string, Declared>, n: number): object {
  const values = [...columns].map(([name, { type, isNullable, refersTo }], i) => {
    const isNull = refersTo !== undefined || (isNullable && (n + i) % 3 === 0)
    return [name, isNull ? null : typeOf(type).valueOf(n)]
  })
  return Object.fromEntries(values) as object
}

const tableNames = ['things', 'orders', 'select', 'group'] as const
const columnNames = ['alpha', 'beta', 'order', 'user', 'camelCase', 'x1'] as const

/** Changes a schema; `undefined` if this change is not possible. */
export function randomChange(dice: Dice, schema: RandomSchema): Change | undefined {
  const table = dice.pick(tableNames)
  const columns = schema.get(table)
  if (columns === undefined) return addTable(dice, schema, table)
  const name = dice.pick(columnNames)
  const declared = columns.get(name)
  if (declared === undefined)
    return withColumn(schema, [table, name], nullable(randomColumn(dice, schema)))
  return dice.pick([dropTable, dropColumn, renameColumn, changeColumn, changeColumn, changeType])({
    dice,
    schema,
    place: [table, name],
    declared,
  })
}

type Place = readonly [table: string, column: string]

interface Changed {
  readonly dice: Dice
  readonly schema: RandomSchema
  readonly place: Place
  readonly declared: Declared
}

function addTable(dice: Dice, schema: RandomSchema, table: string): Change {
  const names = columnNames.filter(() => dice.below(2) === 0)
  const columns = names.map((name) => [name, randomColumn(dice, schema)] as const)
  return { text: `add ${table}`, schema: new Map(schema).set(table, new Map(columns)) }
}

function randomColumn(dice: Dice, schema: RandomSchema): Declared {
  const [target] = schema.keys()
  if (target !== undefined && dice.below(6) === 0) {
    return { type: 'integer', isNullable: true, refersTo: target }
  }
  const type = dice.pick(Object.keys(types) as [TypeName, ...TypeName[]])
  const isIndexed = typeOf(type).hasIndexes && dice.below(4) === 0
  const isDefault = dice.below(3) === 0
  return {
    type,
    isNullable: dice.below(2) === 0,
    ...(isIndexed && { isIndexed }),
    ...(isDefault && { default: dice.below(6) }),
  }
}

/** Rows that exist need a value for a new column. */
function nullable(column: Declared): Declared {
  return column.default === undefined ? { ...column, isNullable: true } : column
}

function dropTable({ schema, place: [table] }: Changed): Change | undefined {
  const isReferred = [...schema.values()].some((columns) =>
    [...columns.values()].some(({ refersTo }) => refersTo === table),
  )
  if (isReferred) return undefined
  const left = new Map(schema)
  left.delete(table)
  return { text: `drop ${table}`, schema: left }
}

function dropColumn({ schema, place: [table, name] }: Changed): Change {
  const columns = new Map(schema.get(table))
  columns.delete(name)
  return { text: `drop ${table}.${name}`, schema: new Map(schema).set(table, columns) }
}

function renameColumn({ schema, place: [table, name], declared }: Changed): Change | undefined {
  const columns = new Map(schema.get(table))
  const to = columnNames.find((each) => !columns.has(each))
  if (to === undefined) return undefined
  columns.delete(name)
  columns.set(to, declared)
  return {
    text: `rename ${table}.${name} to ${to}`,
    schema: new Map(schema).set(table, columns),
    renamed: [`${table}.${to}`, name],
  }
}

function changeColumn({ dice, schema, place, declared }: Changed): Change | undefined {
  const { isNullable, isIndexed, isUnique, default: before, ...rest } = declared
  if (declared.refersTo !== undefined)
    return withColumn(schema, place, { type: 'integer', isNullable })
  const { hasIndexes } = typeOf(declared.type)
  const changed = dice.pick<Declared>([
    { ...declared, isNullable: !isNullable },
    before === undefined
      ? { ...declared, default: dice.below(6) }
      : { ...rest, isNullable, ...(isIndexed !== undefined && { isIndexed }) },
    { ...declared, isIndexed: hasIndexes && isIndexed !== true, isUnique: false },
    { ...rest, isNullable, isUnique: hasIndexes && isUnique !== true },
  ])
  return withColumn(schema, place, changed)
}

function changeType({ dice, schema, place, declared }: Changed): Change | undefined {
  const [first, ...others] = typeOf(declared.type).becomes
  if (first === undefined || declared.refersTo !== undefined) return undefined
  return withColumn(schema, place, {
    type: dice.pick([first, ...others]),
    isNullable: declared.isNullable,
  })
}

function withColumn(schema: RandomSchema, [table, name]: Place, declared: Declared): Change {
  const columns = new Map(schema.get(table)).set(name, declared)
  return {
    text: `${table}.${name}: ${JSON.stringify(declared)}`,
    schema: new Map(schema).set(table, columns),
  }
}
