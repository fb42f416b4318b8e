import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { Codec } from '../columns/codec.ts'
import type { Columns } from '../columns/column.ts'
import type { Dialect, Row } from '../database/statement.ts'
import { both, type Condition } from '../queries/condition.ts'
import { QueryCache } from '../queries/query-cache.ts'
import type { BulkAudit } from './noted/bulk-audit.ts'
import { Hooks } from './hooks.ts'
import { Statements } from './statements.ts'
import type { Table, TableColumn } from '../columns/table.ts'

/** The members that all records have in common. */
export interface AnyRecord {
  update(values: object): Promise<unknown>
  delete(): Promise<boolean>
}

/** Any class that `Model(…)` made, or a subclass of one. */
export interface AnyModel {
  readonly name: string
  readonly prototype: AnyRecord
  readonly table: string
  readonly columns: Columns
  readonly '~entity': Entity
}

/** The type of a model's records: the instances of a Tenon model, or the result of `find` of any other class. */
export type RecordOf<Bound> = Bound extends abstract new (...hydration: never) => infer Record
  ? Record
  : Bound extends { find(key: never): infer Found }
    ? NonNullable<Awaited<Found>>
    : never

/** The records of a model made by `Model(…)`. */
export type InstanceOf<M extends AnyModel> = M['prototype']

/**
 * Where records come from, and how rows of one database become records: names and conversions by
 * position. All records of a query share one object, so that each has one hidden property instead of three.
 */
export interface Origin {
  readonly entity: Entity
  readonly columns: readonly HydratedColumn[]
  /** The records that the same query fetched; absent if it fetched one. */
  readonly together: FetchedTogether | undefined
  /** What the last update of the record changed; an updated record gets a separate origin. */
  readonly changes: readonly Change[] | undefined
}

/** A column that an update has changed. */
export interface Change {
  readonly column: string
  readonly from: unknown
  readonly to: unknown
}

export interface HydratedColumn {
  readonly name: string
  readonly index: number
  readonly isHidden: boolean
  readonly decode: Codec['decode']
}

export type RecordConstructor<Record extends object> = new (origin: Origin, row: Row) => Record

/** The names of relations, by the column of this model that they are loaded by. */
export type RelationsByColumn = ReadonlyMap<string, readonly string[]>

/** Checks the keys of owned records that a write stores. */
export interface KeyGuard {
  /** The columns that hold such keys, and the owner's column. */
  readonly columns: readonly string[]
  /** Whether a row holds a key of an owned record, other than its owner's key. */
  holds(given: Values): boolean
  /** Checks the values of one row; `known` are its other values. */
  check(given: Values, known?: Values): Promise<void>
  /** Adds the known values of all columns of a key of which some are given, so that they are written together. */
  whole(given: Values, known: Values): Values
  /** The columns that complete the keys of which some columns are written. */
  rest(written: Values): readonly TableColumn[]
  /** Checks new rows, and equal keys only once. With `given`, checks only the keys among these values. */
  checkAll(rows: readonly Values[], given?: Values): Promise<void>
}

type Values = Readonly<Record<string, unknown>>

/** The columns of a model whose records log in. */
export interface AccountColumns {
  readonly login: TableColumn
  readonly password: TableColumn
  /** The address to which mails are sent. */
  readonly address: TableColumn
  /** The time at which the user confirmed the address; `undefined` if the model does not store it. */
  readonly verifiedAt: TableColumn | undefined
}

/** How the records of a model log in. */
export interface Account extends AccountColumns {
  /** Returns the logins that are still valid: their users exist, may log in, and still have the same `stamp`. */
  readonly findValid: <Login extends BegunLogin>(
    logins: readonly Login[],
  ) => Promise<readonly Login[]>
  /** Called before a user is erased; it may throw to prevent that. */
  readonly beforeErase: ((user: AnyRecord) => MaybePromise<void>) | undefined
  /** Whether its users may have passkeys that are bound to the address of the application. */
  readonly hasPasskeys?: boolean
}

/** A login of a user: the user's key as text, and a stamp of the user's credentials when the login began. */
export interface BegunLogin {
  readonly userKey: string
  readonly stamp: string
}

/** What depends on other models, read on first use: the static fields of a model may be set later. */
export interface Neighbours {
  readonly relationsByColumn: () => RelationsByColumn
  readonly keyGuard: () => KeyGuard | undefined
}

/** Everything that is computed once per model: its table, its statements, how its records are made. */
export class Entity<Record extends AnyRecord = AnyRecord> {
  readonly model: AnyModel
  readonly table: Table
  readonly statements: Readonly<{ [Name in Dialect]: Statements }>
  readonly origins: Readonly<{ [Name in Dialect]: Origin }>
  readonly queries: Readonly<{ [Name in Dialect]: QueryCache }>
  readonly hooks: Hooks
  /** Functions that return the conditions of the model's default scopes. */
  readonly defaultScopes: Array<() => Condition | undefined> = []
  /** Audits writes without hooks; `undefined` for a model that is not audited. */
  bulkAudit: BulkAudit | undefined
  /** How its records log in; `undefined` unless `accounts()` was called with the model. */
  account: Account | undefined
  /** All models of the application, once it has checked them against each other. */
  listedWith: readonly Entity[] | undefined
  readonly #Record: RecordConstructor<Record>
  readonly #neighbours: Neighbours
  #relationsByColumn: RelationsByColumn | undefined
  #keyGuard: KeyGuard | undefined | null = null

  constructor(
    model: AnyModel,
    table: Table,
    Record: RecordConstructor<Record>,
    neighbours: Neighbours,
  ) {
    this.model = model
    this.table = table
    this.hooks = new Hooks(table.database)
    this.#Record = Record
    this.#neighbours = neighbours
    this.statements = {
      sqlite: new Statements(table, 'sqlite'),
      postgres: new Statements(table, 'postgres'),
    }
    this.queries = { sqlite: new QueryCache('sqlite'), postgres: new QueryCache('postgres') }
    this.origins = { sqlite: this.#originIn('sqlite'), postgres: this.#originIn('postgres') }
  }

  get relationsByColumn(): RelationsByColumn {
    this.#relationsByColumn ??= this.#neighbours.relationsByColumn()
    return this.#relationsByColumn
  }

  /** `undefined` for a model without keys of owned records. */
  get keyGuard(): KeyGuard | undefined {
    if (this.#keyGuard === null) this.#keyGuard = this.#neighbours.keyGuard()
    return this.#keyGuard
  }

  /** The conditions that every query adds; `undefined` without default scopes. */
  defaultCondition(): Condition | undefined {
    return this.defaultScopes.reduce<Condition | undefined>(
      (condition, makeScope) => both(condition, makeScope()),
      undefined,
    )
  }

  hydrate(row: Row, dialect: Dialect): Record {
    return new this.#Record(this.origins[dialect], row)
  }

  hydrateAll(rows: readonly Row[], dialect: Dialect): Record[] {
    const records: Record[] = []
    const origin = { ...this.origins[dialect], together: new FetchedTogether(records) }
    for (const row of rows) records.push(new this.#Record(origin, row))
    return records
  }

  #originIn(dialect: Dialect): Origin {
    const columns = this.table.columns.map(({ name, index, definition, codecs }) => ({
      name,
      index,
      isHidden: definition.hidden,
      decode: codecs[dialect].decode,
    }))
    return { entity: this, columns, together: undefined, changes: undefined }
  }
}

/** Returns the entity of a model, with the type of its records. */
export function entityOf<M extends AnyModel>(model: M): Entity<InstanceOf<M>> {
  return model['~entity']
}

/** Records that one query fetched, and what is currently being loaded for them. */
export class FetchedTogether {
  readonly records: readonly object[]
  readonly #loading = new Map<string, Promise<void>>()

  constructor(records: readonly object[]) {
    this.records = records
  }

  /** Loads something under a name. Until it is loaded, further calls with that name share the same promise. */
  loadOnce(name: string, load: () => Promise<void>): Promise<void> {
    const running = this.#loading.get(name)
    if (running !== undefined) return running
    const started = load().finally(() => this.#loading.delete(name))
    this.#loading.set(name, started)
    return started
  }
}
