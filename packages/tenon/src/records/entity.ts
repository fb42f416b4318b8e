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

/** How rows of one database become records: the names and conversions by position. */
export interface Hydration {
  readonly entity: Entity
  readonly columns: readonly HydratedColumn[]
}

export interface HydratedColumn {
  readonly name: string
  readonly decode: Codec['decode']
}

/** Makes a record; `together` are the records that the same query has fetched. */
export type RecordConstructor<Record extends object> = new (
  hydration: Hydration,
  row: Row,
  together?: readonly object[],
) => Record

/** What is computed once per model: its table, its statements, how its records are made. */
export class Entity<Record extends AnyRecord = AnyRecord> {
  readonly model: AnyModel
  readonly table: Table
  readonly statements: Readonly<{ [Name in Dialect]: Statements }>
  readonly hydration: Readonly<{ [Name in Dialect]: Hydration }>
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
    this.hydration = {
      sqlite: this.#hydrationOf('sqlite'),
      postgres: this.#hydrationOf('postgres'),
    }
  }

  hydrate(row: Row, dialect: Dialect): Record {
    return new this.#Record(this.hydration[dialect], row)
  }

  hydrateAll(rows: readonly Row[], dialect: Dialect): Record[] {
    const hydration = this.hydration[dialect]
    const records: Record[] = []
    for (const row of rows) records.push(new this.#Record(hydration, row, records))
    return records
  }

  #hydrationOf(dialect: Dialect): Hydration {
    const columns = this.table.columns.map(({ name, codecs }) => ({
      name,
      decode: codecs[dialect].decode,
    }))
    return { entity: this, columns }
  }
}

/** The entity of a model, with the type of its records. */
export function entityOf<M extends AnyModel>(model: M): Entity<InstanceOf<M>> {
  return model['~entity']
}
