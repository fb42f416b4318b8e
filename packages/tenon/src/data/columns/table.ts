import { type Codec, createCodec } from './codec.ts'
import type { ColumnDefinition, Columns } from './column.ts'
import { assertIdentifier } from './identifier.ts'
import type { Dialect } from '../database/statement.ts'
import { SetupError } from '../support/setup-error.ts'

/** A column with its name, its place in every row and its conversions. */
export interface TableColumn {
  readonly name: string
  readonly index: number
  readonly definition: ColumnDefinition
  readonly codecs: Readonly<Record<Dialect, Codec>>
}

/** The table of a model: what the declaration says, checked and in order. */
export class Table {
  readonly name: string
  readonly columns: readonly TableColumn[]
  readonly key: TableColumn
  /** The column that marks soft-deleted rows. */
  readonly deletedAt: TableColumn | undefined
  /** The columns that every update sets. */
  readonly computedOnUpdate: readonly TableColumn[]
  readonly #byName: ReadonlyMap<string, TableColumn>

  constructor(name: string, declared: Columns) {
    assertIdentifier(name)
    this.name = name
    this.columns = tableColumns(declared)
    this.#byName = new Map(this.columns.map((column) => [column.name, column]))
    this.key = onlyKey(name, this.columns)
    this.computedOnUpdate = this.columns.filter(
      ({ definition }) => definition.onUpdate !== undefined,
    )
    this.deletedAt = this.columns.find((column) => column.definition.marksDeleted)
  }

  /** Throws `E_COLUMN_UNKNOWN` for a name that the table does not declare. */
  column(name: string): TableColumn {
    const column = this.#byName.get(name)
    if (column === undefined) throw unknownColumn(this.name, this.columns, name)
    return column
  }

  has(name: string): boolean {
    return this.#byName.has(name)
  }

  /** Throws `E_COLUMN_NOT_UNIQUE` for a column whose values may name several rows. */
  uniqueColumn(name: string): TableColumn {
    const column = this.column(name)
    if (column.definition.unique || column === this.key) return column
    throw new SetupError(
      'E_COLUMN_NOT_UNIQUE',
      `"${name}" does not name one row of "${this.name}". Declare it unique(), or use the key.`,
    )
  }

  /** Tells whether `toJSON` leaves a property out. */
  hides(name: string): boolean {
    return this.#byName.get(name)?.definition.hidden === true
  }
}

/** Says which columns there are instead. */
export function unknownColumn(
  table: string,
  columns: readonly TableColumn[],
  name: string,
): SetupError {
  const known = columns.map((each) => each.name).join(', ')
  return new SetupError(
    'E_COLUMN_UNKNOWN',
    `The table "${table}" has no column "${name.slice(0, 80)}". It has: ${known || 'none of its own'}.`,
  )
}

/** Checks the names of columns and makes their conversions. */
export function tableColumns(declared: Columns): readonly TableColumn[] {
  return Object.entries(declared).map(([name, { definition }], index) =>
    toTableColumn(name, index, definition),
  )
}

/** Tells that every record has a member of this name, which a property of its own would hide. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name) || name in Object.prototype
}

const RESERVED = new Set([
  'update',
  'delete',
  'refresh',
  'load',
  'attach',
  'detach',
  'sync',
  'changes',
  'toJSON',
])

function toTableColumn(name: string, index: number, definition: ColumnDefinition): TableColumn {
  assertIdentifier(name)
  if (isReserved(name)) {
    throw new SetupError(
      'E_MODEL_COLUMN_RESERVED',
      `A column cannot be named "${name}", every record has a member of that name. Choose another.`,
    )
  }
  const codecs = {
    sqlite: createCodec(name, definition, 'sqlite'),
    postgres: createCodec(name, definition, 'postgres'),
  }
  return { name, index, definition, codecs }
}

function onlyKey(table: string, columns: readonly TableColumn[]): TableColumn {
  const [key, second] = columns.filter((column) => column.definition.primaryKey)
  if (key !== undefined && second === undefined) return key
  throw new SetupError(
    'E_MODEL_KEY',
    `The model of "${table}" declares ${second === undefined ? 'no' : 'more than one'} primary key. Declare one column as c.id(), c.bigId(), c.uuidId() or c.stringId().`,
  )
}
