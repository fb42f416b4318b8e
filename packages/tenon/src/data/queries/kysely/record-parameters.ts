import {
  AndNode,
  BinaryOperationNode,
  ColumnUpdateNode,
  type DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  OperationNodeTransformer,
  PrimitiveValueListNode,
  type SelectQueryNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import type { TableColumn } from '../../columns/table.ts'
import type { Dialect } from '../../database/statement.ts'
import { columnOf, type Scope, scopeOf, tablesIn } from './columns-of-query.ts'

/** Whether the stored form of a value differs from that in a record, and the driver does not convert it. */
export function isConverted({ definition: { type, digits, cast } }: TableColumn): boolean {
  return digits !== undefined || (cast !== undefined && type !== 'json' && type !== 'array')
}

/** The column as a side of a comparison, which accepts values that the column cannot hold. */
function compared(column: TableColumn | undefined): TableColumn | undefined {
  return column && { ...column, codecs: column.operands }
}

/**
 * Converts the values that a Kysely query writes into columns or compares them with: on SQLite the decimal
 * `'12.50'` is the number 1250 of smallest units.
 *
 * A subclass, because Kysely's transformer is designed to be extended.
 */
export class RecordParameters extends OperationNodeTransformer {
  readonly #dialect: Dialect
  #tables: Scope
  /** The scopes of the queries around the current node, innermost first. */
  #scopes: readonly Scope[] = []

  constructor(tables: Scope, dialect: Dialect) {
    super()
    this.#tables = tables
    this.#dialect = dialect
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    return this.#within(node, () => super.transformSelectQuery(node))
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    return this.#within(node, () => super.transformUpdateQuery(node))
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    return this.#within(node, () => super.transformDeleteQuery(node))
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    return this.#within(node, () => {
      const { columns, values } = node
      const written = columns?.map((column) => this.#column(column))
      if (written === undefined || values === undefined || !ValuesNode.is(values)) {
        return super.transformInsertQuery(node)
      }
      const rows = values.values.map((row) =>
        PrimitiveValueListNode.is(row)
          ? PrimitiveValueListNode.create(
              row.values.map((value, i) => this.#encode(value, written[i])),
            )
          : ValueListNode.create(row.values.map((value, i) => this.#convert(value, written[i]))),
      )
      return super.transformInsertQuery(
        InsertQueryNode.cloneWith(node, { values: ValuesNode.create(rows) }),
      )
    })
  }

  protected override transformColumnUpdate(node: ColumnUpdateNode): ColumnUpdateNode {
    const value = this.#convert(node.value, this.#column(node.column))
    return super.transformColumnUpdate(ColumnUpdateNode.create(node.column, value))
  }

  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const { leftOperand, operator, rightOperand } = node
    return super.transformBinaryOperation(
      BinaryOperationNode.create(
        this.#convert(leftOperand, compared(this.#column(rightOperand))),
        operator,
        this.#convert(rightOperand, compared(this.#column(leftOperand))),
      ),
    )
  }

  #within<Node extends OperationNode>(node: Node, transform: () => Node): Node {
    const [tables, scopes] = [this.#tables, this.#scopes]
    this.#tables = tablesIn(node, tables)
    this.#scopes = [scopeOf(node, this.#tables), ...scopes]
    try {
      return transform()
    } finally {
      this.#tables = tables
      this.#scopes = scopes
    }
  }

  #column(node: OperationNode): TableColumn | undefined {
    const found = this.#scopes.map((scope) => columnOf(node, scope))
    return found.find((column) => column !== undefined)
  }

  #convert(node: OperationNode, column: TableColumn | undefined): OperationNode {
    if (column === undefined || !isConverted(column)) return node
    // An immediate value is part of the text: `is null`.
    if (ValueNode.is(node)) {
      return node.immediate === true ? node : ValueNode.create(this.#encode(node.value, column))
    }
    if (PrimitiveValueListNode.is(node)) {
      return PrimitiveValueListNode.create(node.values.map((value) => this.#encode(value, column)))
    }
    if (ValueListNode.is(node)) {
      return ValueListNode.create(node.values.map((value) => this.#convert(value, column)))
    }
    // The two ends of `between`.
    if (!AndNode.is(node)) return node
    return AndNode.create(this.#convert(node.left, column), this.#convert(node.right, column))
  }

  /** `undefined` stays: Kysely uses it for a column that gets its default. */
  #encode(value: unknown, column: TableColumn | undefined): unknown {
    if (column === undefined || value === null || value === undefined) return value
    return isConverted(column) ? column.codecs[this.#dialect].encode(value) : value
  }
}
