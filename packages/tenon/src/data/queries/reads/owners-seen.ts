import type { Statement } from '../../database/statement.ts'
import { unreachable } from '../../../base/support/unreachable.ts'
import type { Condition, Link } from '../condition.ts'
import type { AnyOrder, Operation, Selection } from '../selection.ts'

type Owners = Statement['owners']

/**
 * The owners whose rows a query may see on a database with row level security: `stated` if it reads tables of owned
 * models, `anyone` if it uses the list of another query, whose owner is not known here, and `current` for raw SQL.
 */
export function ownersSeen(selection: Selection, operation: Operation): Owners {
  const { table, condition, aggregates, pivot, order } = selection
  // A table in between may have an owner too.
  const own = table.owner !== undefined || pivot !== undefined ? 'stated' : undefined
  const seen = [
    ofCondition(condition),
    ...aggregates.flatMap((each) => [ofLink(each.link), ofCondition(each.condition)]),
    ...order.map(ofOrder),
    operation.kind === 'values' && operation.outputs.some(({ by }) => by === 'sql')
      ? ('current' as const)
      : undefined,
  ]
  return seen.reduce(wider, own)
}

function ofCondition(condition: Condition | undefined): Owners {
  if (condition === undefined) return undefined
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.conditions.map(ofCondition).reduce(wider, undefined)
    case 'related': {
      const seen = wider(ofLink(condition.link), ofCondition(condition.condition))
      return seen === 'stated' && condition.isList === true ? 'anyone' : seen
    }
    case 'first':
      return wider(condition.table.owner && 'stated', ofCondition(condition.scope))
    case 'sql':
      return 'current'
    case 'compare':
    case 'columns':
    case 'json':
    case 'search':
    case 'jsonNull':
    case 'null':
    case 'list':
    case 'like':
    case 'includes':
    case 'tuples':
    case 'row':
      return undefined
    default:
      return unreachable(condition)
  }
}

function ofLink({ target, through }: Link): Owners {
  return target.owner !== undefined || through !== undefined ? 'stated' : undefined
}

function ofOrder({ column, ...order }: AnyOrder): Owners {
  if (column !== undefined || !('by' in order)) return undefined
  const { by } = order
  if (by.kind === 'sql') return 'current'
  if (by.kind === 'related') return wider(ofLink(by.link), ofCondition(by.condition))
  return by.kind === 'aggregate' ? ofLink(by.aggregate.link) : undefined
}

/** The first in `ORDER`: raw SQL in a query on owned models sees the same rows as the query. */
function wider(one: Owners, other: Owners): Owners {
  return ORDER.find((each) => each === one || each === other)
}

const ORDER = ['anyone', 'stated', 'current'] as const
