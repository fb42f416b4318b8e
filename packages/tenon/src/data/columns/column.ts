import type { Refused } from '../../base/support/refused.ts'
import { mapValues } from '../../base/support/values/map-values.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { ColumnSql, TypeDetails } from './types/type-rules.ts'

/** What happens to a row when the row that it refers to is deleted or its key changes. */
export type ReferentialAction = 'no action' | 'restrict' | 'cascade' | 'set null'

/** A foreign key of one column. */
export interface Reference {
  readonly table: string
  readonly column: string
  readonly onDelete: ReferentialAction
  readonly onUpdate: ReferentialAction
}

/** Converts stored values to the application's type and back. */
export interface Cast<Stored, Value> {
  fromStored(stored: Stored): Value
  toStored(value: Value): Stored
}

/** A value that the database generates: for new rows without a value, or always. */
export interface ComputedValue {
  readonly kind: 'default' | 'generated'
  readonly sql: ColumnSql
}

/** Whether the database computes all values of a column, so that no write may set them. */
export function isGenerated({ computed }: ColumnDefinition): boolean {
  return computed?.kind === 'generated'
}

/** The disk that stores the files of a column, as returned by `disk()` of `tenon/storage`. */
export interface FileDisk {
  readonly name: string
  /** Whether a job makes images in other sizes from its files. */
  readonly hasVariants: boolean
  /** Remembers a column that holds keys of these files; called for each model. */
  keepFor(column: FileColumn): void
  /** Deletes those files that no row refers to any more. Never throws. */
  discard(keys: readonly string[]): Promise<void>
}

/** A column whose values are keys of files. */
export interface FileColumn {
  /** The name of its database; `undefined` for the default one. */
  readonly database: string | undefined
  readonly table: string
  readonly column: string
}

/** A column as plain data, without its name. Models and migrations read it. */
export interface ColumnDefinition extends TypeDetails {
  /** The name of its type, which has its own file in `types`. */
  readonly type: string
  /** The items of a list. */
  readonly item: ColumnDefinition | undefined
  readonly primaryKey: boolean
  /** The database numbers the rows. */
  readonly autoIncrement: boolean
  readonly nullable: boolean
  /** A constant of the column's type (a boolean, a `Date`); `undefined` if there is none. */
  readonly default: unknown
  /** SQL with which the database generates the value. */
  readonly computed: ComputedValue | undefined
  readonly unique: boolean
  /** Whether values that differ only in the case of ASCII letters count as equal. */
  readonly caseInsensitive: boolean
  /** Whether a new row may reuse the value of a soft-deleted one. */
  readonly ignoreDeleted: boolean
  /**
   * The column together with which this one is unique: the unique index covers both. `undefined` means the
   * owner's column if the model has an owner; `false` means unique across all owners.
   */
  readonly uniqueWithin: string | false | undefined
  readonly index: boolean
  readonly references: Reference | undefined
  /** The model of the owner, if the column holds the owner's key. */
  readonly owner: (() => OwnerModel) | undefined
  /** The former column of these values. It stays in the table until no running version of the code uses it. */
  readonly was: string | undefined
  /** Never included in `toJSON`. */
  readonly hidden: boolean
  /** Personal data, which is never logged; `undefined` for any other column. */
  readonly personal: Personal | undefined
  /** Stores when the record was deleted; queries exclude such records. */
  readonly marksDeleted: boolean
  /** Counts the updates of a record, so that an update based on an older version is rejected. */
  readonly countsVersions: boolean
  /** The disk whose keys the column holds. The files are deleted with the row. */
  readonly files: FileDisk | undefined
  readonly onCreate: (() => unknown) | undefined
  readonly onUpdate: (() => unknown) | undefined
  readonly cast: Cast<unknown, unknown> | undefined
}

/** The options of a personal column. */
export interface Personal {
  /** The column that leads to the person, or a column with the same values, such as `users.email`. */
  readonly of: string | undefined
  /** What the value becomes when the person is erased; `undefined` if that follows from the column. */
  readonly erased: unknown
}

/** Options of `personal`. */
export interface PersonalOptions<Value> {
  /**
   * The person that the data belongs to, if the model does not determine it: the column of the same table that leads to
   * the person or to one of their rows, such as `author_id`, or a column with the same values, such as `users.email`.
   */
  readonly of?: string
  /**
   * What the value becomes when the person is erased. Default: `null` if the column is nullable, else its default, else
   * `erased` for text. A unique text becomes `erased` with a random suffix; a unique column may only say `null`.
   */
  readonly erased?: Value
}

/** A model whose records own the records of another model. */
export interface OwnerModel {
  readonly table: string
  readonly columns: Columns
}

/** Carries the owner in the type of the column that holds its key. */
export interface OwnedBy<Owner> {
  readonly '~owner': Owner
}

/** Carries the table in the type of a column that refers to its records. */
export interface RefersTo<Table> {
  readonly '~refers': Table
}

/** What the type of a column says besides the type of its values. */
export type ColumnTrait =
  | 'owned'
  | OwnedBy<unknown>
  | RefersTo<string>
  | 'key'
  | 'keyPart'
  | 'unique'
  | 'optional'
  | 'hidden'
  | 'json'
  | 'array'
  | 'bytes'
  | 'decimal'
  | 'notText'
  | 'marksDeleted'
  | 'generated'
  | 'cast'

/** Options of `unique`. */
export interface UniqueOptions {
  /**
   * Treats `Ada@example.com` and `ada@example.com` as equal, in the index and in lookups by `=` and
   * `in`. Only for text, and only ASCII letters. Default false.
   */
  readonly caseInsensitive?: boolean
  /**
   * Allows a new record to reuse the value of a soft-deleted one. Default false.
   *
   * The unique index then covers only the rows whose `deleted_at` is null, so `restore` may fail with
   * `UniqueViolation`, and a foreign key cannot refer to the column.
   */
  readonly ignoreDeleted?: boolean
  /**
   * Makes the value of a model with an owner unique across all owners. Default false: each owner may use
   * it once.
   */
  readonly everywhere?: boolean
  /**
   * The column together with which the value is unique. Default: the model's column with `owner()`.
   * Migrations must name it.
   */
  readonly within?: string
}

/** Options of `references`. */
export interface ReferenceOptions {
  /** Default: `no action`. */
  readonly onDelete?: ReferentialAction
  /** Default: `no action`. */
  readonly onUpdate?: ReferentialAction
}

/** The declaration of one column; every method returns a new column and leaves this one unchanged. */
export class Column<Value, Trait extends ColumnTrait = never> {
  /** Carries the types; the property does not exist at run time. */
  declare readonly '~types': { readonly value: Value; readonly trait: Trait }
  readonly definition: ColumnDefinition

  constructor(definition: ColumnDefinition) {
    this.definition = definition
  }

  /** Allows `null`, which is also the default for new records. */
  nullable(): Column<Value | null, Trait | 'optional'> {
    return this.#with({ nullable: true })
  }

  /** Sets a constant default for new records, in the model and in the database. */
  default(value: Value): Column<Value, Trait | 'optional'> {
    return this.#with({ default: value })
  }

  /**
   * Sets a default that the database generates, such as `{ sqlite: "hex(randomblob(8))",
   * postgres: "md5(random()::text)" }`.
   *
   * The text becomes part of the table unchanged: never build it from outside input.
   */
  defaultSql(sql: ColumnSql): Column<Value, Trait | 'optional'> {
    return this.#with({ computed: { kind: 'default', sql } })
  }

  /**
   * Makes the database compute the value from other columns of the row; it cannot be written.
   *
   * The text becomes part of the table unchanged: never build it from outside input.
   */
  generated(sql: ColumnSql): Column<Value, Trait | 'generated'> {
    return this.#with({ computed: { kind: 'generated', sql } })
  }

  /**
   * Makes values unique: within each owner if the model has an owner, otherwise within the table.
   *
   * Throws `E_COLUMN_CASE` if `caseInsensitive` is set on a column that is not text.
   */
  unique(options: UniqueOptions = {}): Column<Value, Trait | 'unique'> {
    const { caseInsensitive = false, ignoreDeleted = false, everywhere = false, within } = options
    if (caseInsensitive && this.definition.type !== 'text') throw noCase(this.definition.type)
    const uniqueWithin = everywhere ? false : within
    return this.#with({ unique: true, caseInsensitive, ignoreDeleted, uniqueWithin })
  }

  /** Adds an index on this column. */
  index(): Column<Value, Trait> {
    return this.#with({ index: true })
  }

  /** Makes the column a foreign key: `references('users.id', { onDelete: 'cascade' })`. */
  references<const Table extends string>(
    target: `${Table}.${string}`,
    options: ReferenceOptions = {},
  ): Column<Value, Trait | RefersTo<Table>> {
    const [table = '', column = ''] = target.split('.')
    const { onDelete = 'no action', onUpdate = 'no action' } = options
    return this.#with({ references: { table, column, onDelete, onUpdate } })
  }

  /**
   * Declares that a row belongs to the record whose key this column holds: `c.integer().owner(() => Team)`.
   *
   * The model's records are then read and created with `Ticket.of(team)`, and no query can forget the owner.
   */
  owner<Owner extends OwnerModel>(
    model: () => Owner & HeldKey<Owner, Value>,
  ): Column<Value, Trait | 'owned' | OwnedBy<Owner>> {
    return this.#with({ owner: model })
  }

  /**
   * Names the former column of the values: `subject: c.text().was('title')`. Until you remove the call, the table has
   * both columns and a trigger that copies each to the other, so that the old and the new version of the code work
   * side by side. `make:migration` writes the column and the trigger.
   */
  was(column: string): Column<Value, Trait> {
    return this.#with({ was: column })
  }

  /** Keeps the column out of `toJSON` and `console.log`, so that it reaches neither clients nor logs. */
  hidden(): Column<Value, Trait | 'hidden'> {
    return this.#with({ hidden: true })
  }

  /**
   * Marks the values as personal data: they may be sent, but are never logged. `personal:export` and `personal:erase`
   * find them by the person.
   */
  personal(options: PersonalOptions<Value> = {}): Column<Value, Trait> {
    return this.#with({ personal: { of: options.of, erased: options.erased } })
  }

  /** Computes the value of a new record if none is given. */
  onCreate(make: () => Value): Column<Value, Trait | 'optional'> {
    return this.#with({ onCreate: make })
  }

  /** Computes the value at each update if none is given. */
  onUpdate(make: () => Value): Column<Value, Trait> {
    return this.#with({ onUpdate: make })
  }

  /** Stores the values in this column's type, but reads and writes them as `Other`. `null` is not converted. */
  cast<Other>(
    cast: Cast<NonNullable<Value>, Other>,
  ): Column<Other | Extract<Value, null>, Trait | 'cast'> {
    return this.#with({ cast })
  }

  #with<Next, NextTrait extends ColumnTrait>(
    change: Partial<ColumnDefinition>,
  ): Column<Next, NextTrait> {
    return new Column({ ...this.definition, ...change })
  }
}

function noCase(type: string): SetupError {
  return new SetupError(
    'E_COLUMN_CASE',
    `A column of type ${type} cannot be unique({ caseInsensitive: true }). Remove the option, or make it c.text().`,
  )
}

/** Rejects an owner if its keys have another type than the column that holds them. */
// oxfmt-ignore
type HeldKey<Owner extends OwnerModel, Value> =
  null extends Value ? Refused<'Every record has its owner: remove nullable()'> :
  [Value, KeyTypes<Owner['columns']>] extends [KeyTypes<Owner['columns']>, Value] ? unknown :
  Refused<"The column does not hold the owner's key: declare it with the type of that key, which is one column">

type KeyTypes<Table extends Columns> = {
  [Name in keyof Table]: 'key' extends Table[Name]['~types']['trait']
    ? Table[Name]['~types']['value']
    : never
}[keyof Table]

/** Makes the unique columns of a model with an owner unique within the owner, unless they declare otherwise. */
export function withinOwner(columns: Columns): Columns {
  const [owner] = Object.entries(columns).find(([, { definition }]) => definition.owner) ?? []
  if (owner === undefined) return columns
  return mapValues(columns, (column, name) => {
    const { unique, uniqueWithin, primaryKey } = column.definition
    if (!unique || primaryKey || name === owner || uniqueWithin !== undefined) return column
    return new Column({ ...column.definition, uniqueWithin: owner })
  })
}

/** The columns of a table, by name. */
export type Columns = Readonly<Record<string, Column<unknown, ColumnTrait>>>
