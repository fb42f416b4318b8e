import {
  AliasNode,
  ColumnNode,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  SelectAllNode,
  type SelectionNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
  UpdateQueryNode,
} from 'kysely'
import { decode } from '../columns/codec.ts'
import type { Table, TableColumn } from '../columns/table.ts'
import type { Dialect } from '../database/statement.ts'

type Tables = ReadonlyMap<string, Table>

/** The columns of a result, by the names they are selected under. */
type Outputs = ReadonlyMap<string, TableColumn>

/** Gives the columns selected by a Kysely query the same values as in records. */
export class RecordValues implements KyselyPlugin {
  readonly #tables: Tables
  readonly #dialect: Dialect
  readonly #outputs = new WeakMap<object, Outputs>()

  constructor(tables: Tables, dialect: Dialect) {
    this.#tables = tables
    this.#dialect = dialect
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    this.#outputs.set(queryId, outputsOf(node, this.#tables))
    return node
  }

  async transformResult({
    result,
    queryId,
  }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const outputs = this.#outputs.get(queryId)
    if (outputs === undefined || outputs.size === 0) return result
    return { ...result, rows: result.rows.map((row) => this.#convert(row, outputs)) }
  }

  #convert(row: UnknownRow, outputs: Outputs): UnknownRow {
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const column = outputs.get(name)
        return [name, column === undefined ? value : decode(column.codecs[this.#dialect], value)]
      }),
    )
  }
}

function outputsOf(node: RootOperationNode, tables: Tables): Outputs {
  const scope = scopeOf(node, tables)
  return new Map(selectionsOf(node).flatMap((selection) => columnsOf(selection.selection, scope)))
}

function selectionsOf(node: RootOperationNode): readonly SelectionNode[] {
  if (SelectQueryNode.is(node)) return node.selections ?? []
  if (InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node)) {
    return node.returning?.selections ?? []
  }
  return []
}

/** The tables that a query reads, by their names in the query. */
function scopeOf(node: RootOperationNode, tables: Tables): Tables {
  const sources = sourcesOf(node).flatMap((source) => {
    const alias =
      AliasNode.is(source) && IdentifierNode.is(source.alias) ? source.alias.name : undefined
    const named = AliasNode.is(source) ? source.node : source
    if (!TableNode.is(named)) return []
    const { name } = named.table.identifier
    const table = tables.get(name)
    return table === undefined ? [] : [[alias ?? name, table] as const]
  })
  return new Map(sources)
}

function sourcesOf(node: RootOperationNode): readonly OperationNode[] {
  if (InsertQueryNode.is(node)) return node.into === undefined ? [] : [node.into]
  if (UpdateQueryNode.is(node)) return node.table === undefined ? [] : [node.table]
  if (SelectQueryNode.is(node) || DeleteQueryNode.is(node)) {
    const joined = node.joins?.map(({ table }) => table) ?? []
    return [...(node.from?.froms ?? []), ...joined]
  }
  return []
}

function columnsOf(selection: OperationNode, scope: Tables): readonly [string, TableColumn][] {
  if (AliasNode.is(selection)) {
    const [column] = columnsOf(selection.node, scope)
    const { alias } = selection
    return column !== undefined && IdentifierNode.is(alias) ? [[alias.name, column[1]]] : []
  }
  if (SelectAllNode.is(selection)) return [...scope.values()].flatMap(allOf)
  if (!ReferenceNode.is(selection)) return []

  const { table, column } = selection
  const within =
    table === undefined ? [...scope.values()] : [scope.get(table.table.identifier.name)]
  if (!ColumnNode.is(column))
    return within.flatMap((each) => (each === undefined ? [] : allOf(each)))
  const { name } = column.column
  const found = within.find((each) => each?.has(name))
  return found === undefined ? [] : [[name, found.column(name)]]
}

function allOf({ columns }: Table): [string, TableColumn][] {
  return columns.map((column) => [column.name, column])
}
