/** How a column's values are kept: the vocabulary that models and migrations share. */
export type ColumnType =
  | 'integer'
  | 'bigint'
  | 'real'
  | 'text'
  | 'uuid'
  | 'boolean'
  | 'timestamp'
  | 'json'

/** What happens to a row when the row that it refers to is deleted or gets another key. */
export type ReferentialAction = 'no action' | 'restrict' | 'cascade' | 'set null'

/** A foreign key of one column. */
export interface Reference {
  readonly table: string
  readonly column: string
  readonly onDelete: ReferentialAction
  readonly onUpdate: ReferentialAction
}

/** Turns stored values into values of the application's own and back. */
export interface Cast<Stored, Value> {
  fromStored(stored: Stored): Value
  toStored(value: Value): Stored
}

/** A column as plain data, without a name: what models and migrations read. */
export interface ColumnDefinition {
  readonly type: ColumnType
  readonly primaryKey: boolean
  /** The database numbers the rows. */
  readonly autoIncrement: boolean
  readonly nullable: boolean
  /** A constant of the column's own type (a boolean, a `Date`); `undefined` when there is none. */
  readonly default: unknown
  readonly unique: boolean
  readonly index: boolean
  readonly references: Reference | undefined
  /** Never leaves through `toJSON`. */
  readonly hidden: boolean
  /** Holds when the record was deleted; queries leave such records out. */
  readonly marksDeleted: boolean
  readonly onCreate: (() => unknown) | undefined
  readonly onUpdate: (() => unknown) | undefined
  readonly cast: Cast<unknown, unknown> | undefined
}

/** What a column's type says beside its value. */
export type ColumnTrait = 'key' | 'unique' | 'optional' | 'hidden' | 'json' | 'marksDeleted'

/** Options of `references`. */
export interface ReferenceOptions {
  /** Default `no action`. */
  readonly onDelete?: ReferentialAction
  /** Default `no action`. */
  readonly onUpdate?: ReferentialAction
}

/** The declaration of one column; every method answers a new column and leaves this one as it is. */
export class Column<Value, Trait extends ColumnTrait = never> {
  /** Carries the types; there is no such property at run time. */
  declare readonly '~types': { readonly value: Value; readonly trait: Trait }
  readonly definition: ColumnDefinition

  constructor(definition: ColumnDefinition) {
    this.definition = definition
  }

  /** Allows `null`, which is also the value of a new record that names none. */
  nullable(): Column<Value | null, Trait | 'optional'> {
    return this.#with({ nullable: true })
  }

  /** Gives new records a constant value, in the model and in the database. */
  default(value: Value): Column<Value, Trait | 'optional'> {
    return this.#with({ default: value })
  }

  /** Lets no two records have the same value. */
  unique(): Column<Value, Trait | 'unique'> {
    return this.#with({ unique: true })
  }

  /** Adds an index on this column. */
  index(): Column<Value, Trait> {
    return this.#with({ index: true })
  }

  /** Makes the column a foreign key: `references('users.id', { onDelete: 'cascade' })`. */
  references(target: `${string}.${string}`, options: ReferenceOptions = {}): Column<Value, Trait> {
    const [table = '', column = ''] = target.split('.')
    const { onDelete = 'no action', onUpdate = 'no action' } = options
    return this.#with({ references: { table, column, onDelete, onUpdate } })
  }

  /** Keeps the column out of `toJSON` and `console.log`, so that it reaches no client and no log. */
  hidden(): Column<Value, Trait | 'hidden'> {
    return this.#with({ hidden: true })
  }

  /** Computes the value of a new record that names none. */
  onCreate(make: () => Value): Column<Value, Trait | 'optional'> {
    return this.#with({ onCreate: make })
  }

  /** Computes the value at each update that names none. */
  onUpdate(make: () => Value): Column<Value, Trait> {
    return this.#with({ onUpdate: make })
  }

  /** Keeps the values in this column's type, but reads and writes them as `Other`; never sees `null`. */
  cast<Other>(cast: Cast<NonNullable<Value>, Other>): Column<Other | Extract<Value, null>, Trait> {
    return this.#with({ cast })
  }

  #with<Next, NextTrait extends ColumnTrait>(
    change: Partial<ColumnDefinition>,
  ): Column<Next, NextTrait> {
    return new Column({ ...this.definition, ...change })
  }
}

/** The columns of a table by their names. */
export type Columns = Readonly<Record<string, Column<unknown, ColumnTrait>>>
