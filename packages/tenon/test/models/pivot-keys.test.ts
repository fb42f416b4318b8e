import assert from 'node:assert/strict'
import { it } from 'node:test'
import { belongsTo, c, manyToMany, Model } from '../../src/models.ts'
import { withDatabase } from '../../src/data/database/current-database.ts'
import { ForeignKeyViolation } from '../../src/data/database/database-error.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Team extends Model('teams', { id: c.id() }) {}

const ofTeam = { id: c.id(), team_id: c.integer().owner(() => Team) }

class Reason extends Model('reasons', ofTeam) {}

class Label extends Model('labels', ofTeam) {}

class Ticket extends Model('tickets', ofTeam) {
  static readonly labels = manyToMany(() => Label, {
    through: () => TicketLabel,
    local: 'ticket_id',
    target: 'label_id',
  })
  static readonly watched = manyToMany(() => Label, {
    through: () => Watch,
    local: 'ticket_id',
    target: 'label_id',
  })
}

class TicketLabel extends Model(
  'ticket_labels',
  {
    ticket_id: c.integer().owner(() => Ticket),
    label_id: c.integer(),
    reason_id: c.integer().nullable(),
    note: c.text().nullable(),
  },
  { primaryKey: ['ticket_id', 'label_id'] },
) {
  static readonly label = belongsTo(() => Label, 'label_id')
  static readonly reason = belongsTo(() => Reason, 'reason_id')
}

/** A pivot model whose rows name their team themselves. */
class Watch extends Model('watches', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  ticket_id: c.integer(),
  label_id: c.integer(),
}) {
  static readonly ticket = belongsTo(() => Ticket, 'ticket_id')
  static readonly label = belongsTo(() => Label, 'label_id')
}

forEachDialect('the further keys of a pivot model', (open) => {
  const inTeams = async (
    body: (given: { readonly red: Team; readonly blue: Team; readonly ticket: Ticket }) => unknown,
  ) => {
    const database = await open()
    await createTables(database, Team, Reason, Label, Ticket, TicketLabel, Watch)
    await withDatabase(database, async () => {
      const [red, blue] = [await Team.create({}), await Team.create({})]
      await body({ red, blue, ticket: await Ticket.of(red).create({}) })
    })
  }

  it('are not those of another owner when pairs are attached', () =>
    inTeams(async ({ red, blue, ticket }) => {
      const label = await Label.of(red).create({})
      const [own, foreign] = [await Reason.of(red).create({}), await Reason.of(blue).create({})]

      const values = { reason_id: foreign.id }
      await assert.rejects(ticket.attach(Ticket.labels, [label.id], values), {
        name: 'ForeignKeyViolation',
        message: /"ticket_labels.reason_id"/,
      })
      await assert.rejects(ticket.sync(Ticket.labels, [label.id], values), ForeignKeyViolation)
      assert.equal(await TicketLabel.of(red).count(), 0)
      assert.equal(await ticket.attach(Ticket.labels, [label.id], { reason_id: own.id }), 1)
    }))

  it('do not give a pair to another owner', () =>
    inTeams(async ({ red, blue, ticket }) => {
      const label = await Label.of(red).create({})

      await assert.rejects(
        ticket.attach(Ticket.watched, [label.id], { team_id: blue.id }),
        ForeignKeyViolation,
      )
      assert.equal(await ticket.attach(Ticket.watched, [label.id], { team_id: red.id }), 1)
    }))

  it('are not set for many pairs at once, as by a query', () =>
    inTeams(async ({ red, ticket }) => {
      const label = await Label.of(red).create({})
      const reason = await Reason.of(red).create({})
      await ticket.attach(Ticket.labels, [label.id])
      const set = (values: object) => ticket.updatePivot(Ticket.labels, [label.id], values)

      await assert.rejects(set({ reason_id: reason.id }), {
        code: 'E_OWNER',
        message: /cannot set "reason_id" of "ticket_labels" for many records/,
      })
      await assert.rejects(ticket.updatePivot(Ticket.watched, [label.id], { id: 3 } as object), {
        code: 'E_COLUMN_KEY',
      })
      assert.equal(await set({ note: 'urgent' }), 1)
    }))
})
