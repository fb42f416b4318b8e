import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import { decode } from '../../columns/codec.ts'
import type { Table } from '../../columns/table.ts'
import type { Dialect } from '../../database/statement.ts'
import { columnsOfResult, type NamedColumns, type Scope } from './columns-of-query.ts'
import { isConverted, RecordParameters } from './record-parameters.ts'

/** Gives the columns of a Kysely query the same values as in records, in both directions. */
export class RecordValues implements KyselyPlugin {
  readonly #tables: Scope
  readonly #dialect: Dialect
  readonly #hasConverted: boolean
  readonly #results = new WeakMap<object, NamedColumns>()

  constructor(tables: readonly Table[], dialect: Dialect) {
    this.#tables = new Map(tables.map(({ name, columns }) => [name, byName(columns)]))
    this.#dialect = dialect
    this.#hasConverted = tables.some(({ columns }) => columns.some(isConverted))
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    this.#results.set(queryId, columnsOfResult(node, this.#tables))
    if (!this.#hasConverted) return node
    return new RecordParameters(this.#tables, this.#dialect).transformNode(node, queryId)
  }

  async transformResult({
    result,
    queryId,
  }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const columns = this.#results.get(queryId)
    if (columns === undefined || columns.size === 0) return result
    return { ...result, rows: result.rows.map((row) => this.#convert(row, columns)) }
  }

  #convert(row: UnknownRow, columns: NamedColumns): UnknownRow {
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const column = columns.get(name)
        return [name, column === undefined ? value : decode(column.codecs[this.#dialect], value)]
      }),
    )
  }
}

function byName(columns: Table['columns']): NamedColumns {
  return new Map(columns.map((column) => [column.name, column]))
}
