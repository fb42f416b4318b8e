import { databaseOf } from '../../database/current-database.ts'
import { noteReadSet } from '../../queries/reads/note-reads.ts'
import { nameInReads, type ReadSet } from '../../queries/reads/read-set.ts'
import { rowsOfCondition } from '../../queries/reads/rows-of-condition.ts'
import { rowsOfLink } from '../../queries/reads/rows-of-link.ts'
import { type Condition, both } from '../../queries/condition.ts'
import type { Entity } from '../../records/entity.ts'
import { hasHeldKey, keyOf } from '../../records/key.ts'
import { hasHeldValue } from '../../queries/parameter.ts'
import type { Values } from '../../records/write.ts'
import { linkOf, typeCondition } from '../../relations/link-of.ts'
import { type AnyRelation, choicesOf } from '../../relations/relation.ts'

/**
 * Notes what a relation of a record depends on, even if it was loaded before: the record's own row, which may hold the
 * key of the other side, and the related rows.
 */
export function noteLoad(owner: Entity, fields: Values, relation: AnyRelation): void {
  const { database } = owner.table
  const { dialect } = databaseOf(database)
  const rowsIn = (table: string, condition: Condition | undefined): ReadSet => ({
    [nameInReads(database, table)]: rowsOfCondition(condition, dialect),
  })
  noteReadSet(rowsIn(owner.table.name, hasHeldKey(owner.table, keyOf(owner.table, fields))))
  for (const choice of choicesOf(relation)) {
    const link = linkOf(owner, choice)
    const { target, pairs, type, through } = link
    if (through !== undefined) {
      const own = pairs.map(({ local }) => hasHeldValue(owner.table.column(local), fields[local]))
      const from = rowsOfCondition({ kind: 'all', conditions: own }, dialect)
      noteReadSet(rowsIn(target.name, undefined))
      noteReadSet({ [nameInReads(database, through.table)]: rowsOfLink(link, from).between })
      continue
    }
    const linked = pairs.map(({ local, target: name }) =>
      hasHeldValue(target.column(name), fields[local]),
    )
    const isNull = pairs.some(({ local }) => fields[local] === null)
    const condition = both({ kind: 'all', conditions: linked }, typeCondition(type))
    if (!isNull) noteReadSet(rowsIn(target.name, condition))
  }
}
