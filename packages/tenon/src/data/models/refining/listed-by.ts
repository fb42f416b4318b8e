import type { Table, TableColumn } from '../../columns/table.ts'
import { both, type Condition } from '../../queries/condition.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { RowsPlan } from '../rows.ts'

/** The column whose values are in a list, or not. */
interface Listed {
  readonly table: Table
  readonly column: TableColumn
  readonly negated: boolean
}

/**
 * The condition that a column's value is among those that another query reads. Null matches neither `in` nor
 * `not in`, as in a list of given values.
 */
export function listedBy(
  { entity: { table }, selection, operation }: RowsPlan,
  { table: { database }, column, negated }: Listed,
): Condition {
  const [output, ...others] = operation.outputs
  const { limit, offset } = selection
  if (output?.by !== 'column' || others.length > 0) throw refused(column, MANY)
  if (operation.isGrouped || limit !== undefined || offset !== undefined) {
    throw refused(column, PART)
  }
  if (database !== table.database) throw refused(column, ELSEWHERE)
  assertSameKind(column, output.column)

  const pairs = [{ local: column.name, target: output.column.name }]
  const listed: Condition = {
    kind: 'related',
    link: { target: table, pairs, type: undefined, through: undefined },
    condition: both(selection.condition, isKnown(output.column)),
    negated,
    isList: true,
  }
  return (negated && both(isKnown(column), listed)) || listed
}

const MANY = 'must read one column: select() it.'
const PART = 'may only have conditions: remove groups, limits and offsets.'
const ELSEWHERE = 'reads another database. Read its values first, and pass them.'

/** Throws `E_QUERY_VALUE` if the columns store equal values differently: the database compares what it stores. */
function assertSameKind(column: TableColumn, read: TableColumn): void {
  const [one, other] = [column.definition, read.definition]
  if (one.caseInsensitive || other.caseInsensitive) {
    throw refused(column, 'cannot compare text that ignores case.')
  }
  if (areStoredAlike(column, read)) return
  throw refused(column, `reads "${read.name}", which is of another type.`)
}

/** Whether columns store equal values alike: those of one type, and decimals of one scale. */
export function areStoredAlike(
  { definition: one }: TableColumn,
  { definition: other }: TableColumn,
): boolean {
  return one.type === other.type && one.digits?.scale === other.digits?.scale
}

function isKnown(column: TableColumn): Condition | undefined {
  return column.definition.nullable ? { kind: 'null', column, negated: true } : undefined
}

function refused({ name }: TableColumn, what: string): SetupError {
  return new SetupError('E_QUERY_VALUE', `The query that lists values of "${name}" ${what}`)
}
