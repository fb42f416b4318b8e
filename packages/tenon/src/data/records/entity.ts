import type { Codec } from '../columns/codec.ts'
import type { Columns } from '../columns/column.ts'
import type { Dialect, Row } from '../database/statement.ts'
import { QueryCache } from '../queries/query-cache.ts'
import { Hooks } from './hooks.ts'
import { Statements } from './statements.ts'
import type { Table } from '../columns/table.ts'

/** What all records have in common. */
export interface AnyRecord {
  update(values: object): Promise<unknown>
  delete(): Promise<void>
}

/** Any class that `Model(…)` made, or that extends one. */
export interface AnyModel {
  readonly name: string
  readonly prototype: AnyRecord
  readonly table: string
  readonly columns: Columns
  readonly '~entity': Entity
}

/** The record that a model reads: the instances of ours, what `find` answers of any other. */
export type RecordOf<Bound> = Bound extends abstract new (...hydration: never) => infer Record
  ? Record
  : Bound extends { find(key: never): infer Found }
    ? NonNullable<Awaited<Found>>
    : never

/** The records of a model of ours. */
export type InstanceOf<M extends AnyModel> = M['prototype']

/**
 * Where records come from, and how rows of one database become them: names and conversions by
 * position. One object serves all records of a query: each costs them one hidden property, not three.
 */
export interface Origin {
  readonly entity: Entity
  readonly columns: readonly HydratedColumn[]
  /** The records that the same query has fetched; absent where it fetched one. */
  readonly together: readonly object[] | undefined
  /** What the last update of the record changed; a record that was updated has an origin of its own. */
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
  readonly decode: Codec['decode']
}

export type RecordConstructor<Record extends object> = new (origin: Origin, row: Row) => Record

/** What is computed once per model: its table, its statements, how its records are made. */
export class Entity<Record extends AnyRecord = AnyRecord> {
  readonly model: AnyModel
  readonly table: Table
  readonly statements: Readonly<{ [Name in Dialect]: Statements }>
  readonly origins: Readonly<{ [Name in Dialect]: Origin }>
  readonly queries: Readonly<{ [Name in Dialect]: QueryCache }>
  readonly hooks = new Hooks()
  readonly #Record: RecordConstructor<Record>

  constructor(model: AnyModel, table: Table, Record: RecordConstructor<Record>) {
    this.model = model
    this.table = table
    this.#Record = Record
    this.statements = {
      sqlite: new Statements(table, 'sqlite'),
      postgres: new Statements(table, 'postgres'),
    }
    this.queries = { sqlite: new QueryCache('sqlite'), postgres: new QueryCache('postgres') }
    this.origins = { sqlite: this.#originIn('sqlite'), postgres: this.#originIn('postgres') }
  }

  hydrate(row: Row, dialect: Dialect): Record {
    return new this.#Record(this.origins[dialect], row)
  }

  hydrateAll(rows: readonly Row[], dialect: Dialect): Record[] {
    const records: Record[] = []
    const origin = { ...this.origins[dialect], together: records }
    for (const row of rows) records.push(new this.#Record(origin, row))
    return records
  }

  #originIn(dialect: Dialect): Origin {
    const columns = this.table.columns.map(({ name, index, codecs }) => ({
      name,
      index,
      decode: codecs[dialect].decode,
    }))
    return { entity: this, columns, together: undefined, changes: undefined }
  }
}

/** The entity of a model, with the type of its records. */
export function entityOf<M extends AnyModel>(model: M): Entity<InstanceOf<M>> {
  return model['~entity']
}
