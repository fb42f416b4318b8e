import { c, hasMany, Model } from 'tenon/models'
import { type Answers, keyOf, LABEL, LIMIT, POSITION, teamOf, wordOf } from './kinds.ts'

export class Team extends Model('teams', { id: c.id(), plan: c.text() }) {}

class Label extends Model(
  'labels',
  { id: c.id(), ticket_id: c.integer(), name: c.text() },
  { search: ['name'] },
) {}

const columns = {
  id: c.id(),
  subject: c.text(),
  body: c.text(),
  state: c.text(),
  priority: c.integer(),
  price: c.decimal(10, 2),
  created_at: c.timestamp(),
}

export class Ticket extends Model(
  'tickets',
  { ...columns, team_id: c.integer() },
  { search: ['subject'] },
) {
  static labels = hasMany(() => Label, 'ticket_id')
}

/** The same table, whose queries name the owner. */
export class OwnedTicket extends Model('tickets', {
  ...columns,
  team_id: c.integer().owner(() => Team),
}) {}

class Hit extends Model('counters', { id: c.id(), name: c.text(), hits: c.integer() }) {}

/** Uses the database of the process. */
export async function openTenon(): Promise<Answers> {
  const ordered = () =>
    Ticket.query().orderBy('priority', 'desc').orderBy('created_at', 'desc').orderBy('id', 'desc')
  const { nextCursor } = await ordered()
    .where('id', 'in', [POSITION.id, POSITION.id - 5])
    .cursorPaginate({ perPage: 1 })
  return {
    groups: (i) =>
      Ticket.query()
        .whereGroup((group) =>
          group
            .where('state', 'open')
            .where('priority', '>', 2)
            .orWhere({ state: 'done', team_id: teamOf(i) }),
        )
        .orderBy('id')
        .limit(LIMIT)
        .all(),
    inQuery: () =>
      Ticket.where('team_id', 'in', Team.where('plan', 'paid').select('id'))
        .orderBy('id')
        .limit(LIMIT)
        .all(),
    exists: () =>
      Ticket.query()
        .whereHas('labels', (labels) => labels.where('name', 'urgent'))
        .orderBy('id')
        .limit(LIMIT)
        .all(),
    decimals: (i) =>
      Ticket.where('team_id', teamOf(i))
        .groupBy('state')
        .count({ as: 'tickets' })
        .sum('price', { as: 'total' })
        .all(),
    search: (i) => Ticket.query().whereSearch(wordOf(i)).orderBy('id').limit(LIMIT).all(),
    related: (i) =>
      Ticket.query()
        .whereGroup((group) =>
          group.whereSearch(wordOf(i)).orWhereHas('labels', (labels) => labels.whereSearch(LABEL)),
        )
        .orderBy('id')
        .limit(LIMIT)
        .all(),
    upsert: (i) => Hit.upsert([{ id: keyOf(i), name: 'hits', hits: i }], { by: ['id'] }),
    returning: (i) => Hit.where('id', keyOf(i)).increment('hits', 1, { returning: ['id', 'hits'] }),
    cursor: () => ordered().cursorPaginate({ perPage: LIMIT, cursor: nextCursor }),
    close: () => {},
  }
}
