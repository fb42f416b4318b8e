import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { c } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import { sql } from '../../database/sql.ts'
import { both } from '../../queries/condition.ts'
import { constant } from '../../queries/parameter.ts'
import type { Order } from '../../queries/selection.ts'
import { explain } from '../../records/fetch.ts'
import { Model } from '../model.ts'
import { type Segment, segmentsAfter, segmentsOf } from './segments.ts'

class Rental extends Model('rentals', {
  id: c.id(),
  rented_at: c.integer().index(),
  returned_at: c.integer().nullable().index(),
}) {}

const { entity, selection } = Rental.query().plan
const order = (
  name: 'rented_at' | 'returned_at',
  direction: Order['direction'],
  keyDirection: Order['direction'],
): readonly Order[] => [
  { column: entity.table.column(name), direction },
  { column: entity.table.column('id'), direction: keyDirection },
]

// Each with the number of its segments.
const positions: ReadonlyArray<readonly [string, readonly Segment[], number]> = [
  ['a column and the key', segmentsAfter(order('rented_at', 'asc', 'asc'), [1500, 4500]), 1],
  ['both descending', segmentsAfter(order('rented_at', 'desc', 'desc'), [1500, 4500]), 1],
  ['opposite directions', segmentsAfter(order('rented_at', 'desc', 'asc'), [1500, 4500]), 2],
  ['a nullable column', segmentsAfter(order('returned_at', 'asc', 'asc'), [1500, 4500]), 2],
  ['descending', segmentsAfter(order('returned_at', 'desc', 'desc'), [1500, 4500]), 1],
  ['from null on', segmentsAfter(order('returned_at', 'desc', 'desc'), [null, 4500]), 2],
  ['from null on, to the end', segmentsAfter(order('returned_at', 'asc', 'asc'), [null, 4500]), 1],
  ['the first page of a nullable column', segmentsOf(order('returned_at', 'asc', 'asc')), 2],
]

/** What a plan says if it reads rows that it does not need. */
const wasteful = { sqlite: /SCAN|FOR ORDER BY/, postgres: /Seq Scan|Filter|Bitmap/ }
const bounded = { sqlite: /SEARCH/, postgres: /Index Cond/ }

forEachDialect('reading on from a deep position', (open) => {
  it('reads ranges of an index, whatever the directions and nulls', async () => {
    const database = await open()
    await createTables(database, Rental)
    await withDatabase(database, async () => {
      await Rental.createMany(
        Array.from({ length: 9000 }, (_, i) => ({
          rented_at: Math.floor(i / 3),
          returned_at: i % 4 === 0 ? null : Math.floor(i / 3),
        })),
      )
      await database.query(sql`create index by_both on rentals (rented_at, id)`)
      await database.query(sql`create index by_nullable on rentals (returned_at, id)`)
      await database.query(sql`analyze`)

      for (const [name, segments, count] of positions) {
        assert.equal(segments.length, count, name)
        for (const segment of segments) {
          const condition = both(selection.condition, segment.condition)
          const page = { ...selection, ...segment, condition, limit: constant(20) }
          const plan = await explain(entity, page, { kind: 'rows' })
          assert.match(plan, bounded[open.dialect], name)
          assert.doesNotMatch(plan, wasteful[open.dialect], name)
        }
      }
    })
  })
})
