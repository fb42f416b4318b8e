import { type Codec, createCodec } from './codec.ts'
import { type ColumnDefinition, type Columns, withinOwner } from './column.ts'
import { assertIdentifier } from './identifier.ts'
import type { Dialect } from '../database/statement.ts'
import { personalValues } from '../../base/log/personal/personal-values.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { type Searched, toSearched } from './search/searched.ts'

/** A column with its name, its position in every row and its conversions. */
export interface TableColumn {
  readonly name: string
  readonly index: number
  readonly definition: ColumnDefinition
  readonly codecs: Readonly<Record<Dialect, Codec>>
  /** Converts values that are compared with the column or added to it, including those outside its limits. */
  readonly operands: Readonly<Record<Dialect, Codec>>
}

/** What a table may have besides its columns. */
export interface TableOptions {
  /** The columns of a composite primary key. */
  readonly primaryKey?: readonly string[] | undefined
  /** The name of its database. Default: the application's default one. */
  readonly database?: string | undefined
  /** `false` if its rows have no owner, although their foreign keys lead to rows that have one. */
  readonly owner?: false | undefined
  /** The columns of its search index, and their language. */
  readonly search?: readonly string[] | Searched | undefined
  /** Whether rows are deleted when their person is erased. */
  readonly onErase?: 'delete' | undefined
  /** Whether it is a database view, which is read-only. */
  readonly isView?: boolean
}

/** The table of a model: the declaration, checked and in order. */
export class Table {
  readonly name: string
  /** The name of its database; `undefined` for the application's default one. */
  readonly database: string | undefined
  readonly columns: readonly TableColumn[]
  /** The columns of the primary key. */
  readonly keys: readonly [TableColumn, ...TableColumn[]]
  /** The primary key; `undefined` if it has several columns. */
  readonly key: TableColumn | undefined
  /** The column that holds the key of a row's owner. */
  readonly owner: TableColumn | undefined
  /** Whether the model declares that it has no owner, although its foreign keys lead to records that have one. */
  readonly isOwnerless: boolean
  /** The column that marks soft-deleted rows. */
  readonly deletedAt: TableColumn | undefined
  /** The column that counts the updates of a row. */
  readonly version: TableColumn | undefined
  /** The columns that hold keys of files. */
  readonly files: readonly TableColumn[]
  /** The columns with personal data. */
  readonly personal: readonly TableColumn[]
  /** Whether rows are deleted when their person is erased; else the personal columns lose their values. */
  readonly isDeletedOnErase: boolean
  /** The columns that every update sets. */
  readonly computedOnUpdate: readonly TableColumn[]
  /** The columns whose values decide whether a change concerns a read. */
  readonly matched: readonly TableColumn[]
  /** The columns that the database computes from others. */
  readonly generated: readonly TableColumn[]
  /** Its search index; `undefined` if it declares none. */
  readonly searched: Searched | undefined
  /** Whether it is a database view: no migration creates it, and nothing is written to it. */
  readonly isView: boolean
  readonly #byName: ReadonlyMap<string, TableColumn>

  constructor(name: string, declared: Columns, options: TableOptions = {}) {
    const { primaryKey, database, owner, search, onErase, isView = false } = options
    assertIdentifier(name)
    this.name = name
    this.database = database
    this.isView = isView
    this.columns = tableColumns(name, withinOwner(declared))
    this.#byName = new Map(this.columns.map((column) => [column.name, column]))
    this.keys = primaryKey === undefined ? markedKey(this) : namedKeys(this, primaryKey)
    this.key = this.keys.length === 1 ? this.keys[0] : undefined
    this.computedOnUpdate = this.columns.filter(
      ({ definition }) => definition.onUpdate !== undefined,
    )
    this.generated = this.columns.filter(
      ({ definition }) => definition.computed?.kind === 'generated',
    )
    this.matched = this.columns.filter(isMatched)
    this.files = this.columns.filter(({ definition }) => definition.files !== undefined)
    this.personal = this.columns.filter(({ definition }) => definition.personal !== undefined)
    this.isDeletedOnErase = onErase === 'delete'
    if (this.personal.length > 0) personalValues.follow()
    this.owner = ownerColumn(this)
    this.isOwnerless = owner === false
    this.searched = search && toSearched(name, search)
    for (const column of this.searched?.columns ?? []) this.column(column)
    this.version = this.columns.find((column) => column.definition.countsVersions)
    this.deletedAt = this.columns.find((column) => column.definition.marksDeleted)
    if (this.deletedAt?.name !== DELETED_AT) assertNoneIgnoresDeleted(this)
    if (!isView) assertKeysCanBeNull(this)
  }

  /** Throws `E_COLUMN_UNKNOWN` for a name that the table does not declare. */
  column(name: string): TableColumn {
    const column = this.#byName.get(name)
    if (column === undefined) throw unknownColumn(this.name, this.columns, name)
    return column
  }

  /** The key column, where a single one is needed. Throws `E_MODEL_KEY_COMPOSITE` if the key has several columns. */
  singleKey(use: string): TableColumn {
    if (this.key !== undefined) return this.key
    const names = this.keys.map(({ name }) => name).join(', ')
    throw new SetupError(
      'E_MODEL_KEY_COMPOSITE',
      `"${this.name}" has a key of several columns (${names}), so ${use}`,
    )
  }

  has(name: string): boolean {
    return this.#byName.has(name)
  }

  /** Whether a value of this column by itself matches one row at most. */
  identifies(column: TableColumn): boolean {
    const { unique, uniqueWithin } = column.definition
    return column === this.key || (unique && typeof uniqueWithin !== 'string')
  }

  /** Throws `E_COLUMN_NOT_UNIQUE` for a column whose values may match several rows. */
  uniqueColumn(name: string): TableColumn {
    const column = this.column(name)
    if (this.identifies(column)) return column
    const { unique, uniqueWithin } = column.definition
    const what = unique ? ` by itself, only together with "${uniqueWithin}"` : ''
    const remedy = unique ? 'unique({ everywhere: true })' : 'unique()'
    throw new SetupError(
      'E_COLUMN_NOT_UNIQUE',
      `"${name}" does not identify one row of "${this.name}"${what}. Declare it ${remedy}, or use the key.`,
    )
  }

  /** Throws `E_COLUMN_NOT_UNIQUE` for a column whose values may match several rows of one owner. */
  uniqueInOwner(name: string): TableColumn {
    const column = this.column(name)
    const { unique, uniqueWithin } = column.definition
    const isOwned = unique && this.owner !== undefined && uniqueWithin === this.owner.name
    return isOwned ? column : this.uniqueColumn(name)
  }

  /** Tells whether `toJSON` omits a property. */
  hides(name: string): boolean {
    return this.#byName.get(name)?.definition.hidden === true
  }
}

/** Finds the column with `owner()`. Throws `E_OWNER` if there are two, or if it is nullable. */
function ownerColumn({ name, columns }: Table): TableColumn | undefined {
  const [owner, second] = columns.filter(({ definition }) => definition.owner !== undefined)
  if (second === undefined && owner?.definition.nullable !== true) return owner
  throw new SetupError(
    'E_OWNER',
    second === undefined
      ? `"${owner?.name}" of "${name}" holds the key of the owner, so it cannot be null. Remove nullable().`
      : `"${name}" has two columns with owner(). Keep the one that holds the nearest owner: the chain leads to the others.`,
  )
}

/** Whether a condition on this column can tell which changes concern a read. */
export function isMatched({ definition }: TableColumn): boolean {
  const { type, computed, cast, caseInsensitive, countsVersions } = definition
  if (computed?.kind === 'generated' || cast !== undefined) return false
  if (caseInsensitive || countsVersions) return false
  return MATCHED_TYPES.has(type) || (type === 'text' && isName(definition))
}

const MATCHED_TYPES: ReadonlySet<string> = new Set(['integer', 'bigint', 'uuid', 'boolean'])

/** Whether texts identify something. Others may be long, so they are neither compared nor announced. */
function isName({ values, primaryKey, references, owner, unique, index }: ColumnDefinition) {
  const isHeld = references !== undefined || owner !== undefined
  return values !== undefined || primaryKey || isHeld || unique || index
}

/** The column that unique indexes use to exclude soft-deleted rows. */
export const DELETED_AT = 'deleted_at'

function assertNoneIgnoresDeleted({ name, columns }: Table): void {
  const column = columns.find(({ definition }) => definition.ignoreDeleted)
  if (column === undefined) return
  throw new SetupError(
    'E_MODEL_SOFT_DELETES',
    `"${column.name}" of "${name}" is unique({ ignoreDeleted: true }), but the model does not have "${DELETED_AT}". Declare ...softDeletes(), or remove the option.`,
  )
}

/** Throws `E_COLUMN_SET_NULL` if a foreign key would set a column to null that is not nullable. */
function assertKeysCanBeNull({ name, columns }: Table): void {
  for (const { name: column, definition } of columns) {
    const { nullable, references } = definition
    const action = references?.onDelete === 'set null' ? 'onDelete' : 'onUpdate'
    if (nullable || references?.[action] !== 'set null') continue
    throw new SetupError(
      'E_COLUMN_SET_NULL',
      `"${column}" of "${name}" cannot be null, but says ${action}: 'set null' about the "${references.table}" that it refers to. Declare it nullable(), or with another ${action}, such as 'cascade'.`,
    )
  }
}

/** The error for an unknown column; it lists the columns that exist. */
export function unknownColumn(
  table: string,
  columns: readonly TableColumn[],
  name: string,
): SetupError {
  const known = columns.map((each) => each.name).join(', ')
  return new SetupError(
    'E_COLUMN_UNKNOWN',
    `The table "${table}" has no column "${name.slice(0, 80)}". It has: ${known || 'none'}.`,
  )
}

/** Checks the names of columns and creates their conversions. */
export function tableColumns(table: string, declared: Columns): readonly TableColumn[] {
  return Object.entries(declared).map(([name, { definition }], index) =>
    toTableColumn(table, { name, index, definition }),
  )
}

/** Tells whether every record has a member of this name, which a column would hide. */
export function isReserved(name: string): boolean {
  return reserved.has(name) || name in Object.prototype
}

/** The names of the members that every record or every object has. */
export const RESERVED_NAMES = [
  'attach',
  'changes',
  'create',
  'delete',
  'detach',
  'load',
  'refresh',
  'sync',
  'toJSON',
  'update',
  'updatePivot',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
] as const

const reserved: ReadonlySet<string> = new Set(RESERVED_NAMES)

function toTableColumn(
  table: string,
  { name, index, definition }: Omit<TableColumn, 'codecs' | 'operands'>,
): TableColumn {
  assertIdentifier(name)
  if (isReserved(name)) {
    throw new SetupError(
      'E_MODEL_COLUMN_RESERVED',
      `A column cannot be named "${name}", because every record has a member of that name. Choose another name.`,
    )
  }
  if (definition.item !== undefined && (definition.unique || definition.index)) {
    throw new SetupError(
      'E_COLUMN_ARRAY',
      `"${name}" is a list, which has no index() or unique(). For a large table on PostgreSQL, create an index of its own with execute(): create index on "${table}" using gin ("${name}").`,
    )
  }
  const codecs = {
    sqlite: createCodec(name, definition, 'sqlite', table),
    postgres: createCodec(name, definition, 'postgres', table),
  }
  const compared = withoutLimits(definition)
  const operands =
    compared === definition
      ? codecs
      : {
          sqlite: createCodec(name, compared, 'sqlite', table),
          postgres: createCodec(name, compared, 'postgres', table),
        }
  return { name, index, definition, codecs, operands }
}

/** The same column without its limits, including the length limit of an indexed text. */
function withoutLimits(definition: ColumnDefinition): ColumnDefinition {
  const { limits, item, unique, index, primaryKey, type } = definition
  const isIndexedText = type === 'text' && (unique || index || primaryKey)
  if (limits === undefined && item?.limits === undefined && !isIndexedText) return definition
  const open = { limits: undefined, unique: false, index: false, primaryKey: false }
  return { ...definition, ...open, item: item && withoutLimits(item) }
}

function markedKey({ name: table, columns }: Table): readonly [TableColumn] {
  const [key, second] = columns.filter((column) => column.definition.primaryKey)
  if (key !== undefined && second === undefined) return [key]
  throw new SetupError(
    'E_MODEL_KEY',
    `The model of "${table}" declares ${second === undefined ? 'no' : 'more than one'} primary key. Declare one column as c.id(), c.bigId(), c.uuidId() or c.stringId(), or name several: { primaryKey: ['…', '…'] }.`,
  )
}

/** Returns the columns of a composite key. Throws `E_MODEL_KEY` if they cannot form one. */
function namedKeys(
  table: Table,
  names: readonly string[],
): readonly [TableColumn, ...TableColumn[]] {
  const [first, ...others] = names.map((name) => table.column(name))
  const isDistinct = new Set(names).size === names.length
  const isMarked = table.columns.some(({ definition }) => definition.primaryKey)
  const nullable = [first, ...others].find((column) => column?.definition.nullable)
  if (
    isDistinct &&
    !isMarked &&
    nullable === undefined &&
    first !== undefined &&
    others.length > 0
  ) {
    return [first, ...others]
  }
  throw new SetupError(
    'E_MODEL_KEY',
    `The primary key of "${table.name}" cannot be ${names.map((name) => `"${name}"`).join(', ')}. Name two or more different columns that are not nullable, and declare none as c.id(), c.bigId(), c.uuidId() or c.stringId().`,
  )
}
