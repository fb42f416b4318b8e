import assert from 'node:assert/strict'
import { it } from 'node:test'
import { transaction } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import type { Database } from '../../src/data/database/database.ts'
import { changed } from '../../src/data/models/watching/changed.ts'
import { view } from '../../src/data/models/views/view.ts'
import { readsOf } from '../../src/data/models/watching/reads-of.ts'
import { noteReads } from '../../src/data/queries/reads/note-reads.ts'
import { ChangeFeed } from '../../src/stores/changes/change-feed.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { Comment, Folder, Label, Note, Project, Team, Ticket, withTables } from './models.ts'

/** A feed whose watchers can be asked whether they were told. */
class Watch {
  count = 0
  readonly stop: () => void

  constructor(feed: ChangeFeed, reads: Parameters<ChangeFeed['watch']>[0]) {
    this.stop = feed.watch(reads, () => this.count++)
  }

  static async of(feed: ChangeFeed, read: () => unknown): Promise<Watch> {
    const { reads } = await noteReads(read)
    return new Watch(feed, reads)
  }
}

forEachDialect('ChangeFeed', (open) => {
  const test = (
    name: string,
    body: (feed: ChangeFeed, database: Database) => Promise<void>,
  ): void => {
    it(name, async () => {
      const database = await open()
      await using feed = new ChangeFeed([database])
      await withTables(database, async () => {
        const first = await Watch.of(feed, () => Team.all())
        assert.notEqual(feed.position, '')
        await feed.ready
        // Where others could have written before it heard them, everything counts as changed once it does.
        if (database.hears === 'notices') await until(() => first.count > 0)
        first.stop()
        await body(feed, database)
      })
    })
  }

  test('tells who watches a list of a change to it, and nobody else', async (feed) => {
    const team = await Team.create({ name: 'A' })
    const [one, other] = [
      await Ticket.create({ team_id: team.id }),
      await Ticket.create({ team_id: team.id }),
    ]
    const watch = await Watch.of(feed, () => one.load(Ticket.comments))

    const elsewhere = await Comment.create({ ticket_id: other.id })
    await elsewhere.update({ body: 'Changed' })
    await elsewhere.delete()
    assert.equal(watch.count, 0)
    const comment = await Comment.create({ ticket_id: one.id })
    assert.equal(watch.count, 1)
    await comment.update({ body: 'Changed' })
    assert.equal(watch.count, 2)
    await comment.delete()
    assert.equal(watch.count, 3)
  })

  test('tells both lists of a row that moves', async (feed) => {
    const team = await Team.create({ name: 'A' })
    const one = await Ticket.create({ team_id: team.id })
    const other = await Ticket.create({ team_id: team.id })
    const comment = await Comment.create({ ticket_id: one.id })
    const ofOne = await Watch.of(feed, () => Comment.where({ ticket_id: one.id }).all())
    const ofOther = await Watch.of(feed, () => Comment.where({ ticket_id: other.id }).count())

    await comment.update({ ticket_id: other.id })

    assert.deepEqual([ofOne.count, ofOther.count], [1, 1])
  })

  test('knows where a row is, although the record that is updated is old', async (feed) => {
    const team = await Team.create({ name: 'A' })
    const one = await Ticket.create({ team_id: team.id })
    const other = await Ticket.create({ team_id: team.id })
    const { id } = await Comment.create({ ticket_id: one.id })
    const old = await Comment.findOrFail(id)
    await Comment.update(id, { ticket_id: other.id })
    const watch = await Watch.of(feed, () => Comment.where({ ticket_id: other.id }).all())

    await old.update({ body: 'Changed' })

    assert.equal(watch.count, 1)
  })

  test('tells a commit once, a rollback never, and of savepoints what was kept', async (feed) => {
    const watch = await Watch.of(feed, () => Label.all())

    await transaction(async () => {
      await Label.create({ name: 'one' })
      await Label.create({ name: 'two' })
      assert.equal(watch.count, 0)
    })
    assert.equal(watch.count, 1)
    await assert.rejects(
      transaction(async () => {
        await Label.create({ name: 'three' })
        throw new Error('no')
      }),
    )
    assert.equal(watch.count, 1)
    await transaction(async () => {
      const undone = transaction(async () => {
        await Label.create({ name: 'four' })
        throw new Error('no')
      })
      await assert.rejects(undone)
    })
    assert.equal(watch.count, 1)
    await transaction(() => transaction(async () => void (await Label.create({ name: 'five' }))))
    assert.equal(watch.count, 2)
  })

  test('reports what began before anybody watched', async (feed) => {
    const [began, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = transaction(async () => {
      await Label.create({ name: 'one' })
      began.resolve()
      await mayEnd.promise
    })
    await began.promise
    const watch = new Watch(feed, readsOf([Label]))

    mayEnd.resolve()
    await writing

    assert.equal(watch.count, 1)
  })

  it('reports a transaction that began before anybody followed, and of no later one without changes', async () => {
    const database = await open()
    await withTables(database, async () => {
      const [began, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const writing = transaction(async () => {
        await Label.create({ name: 'one' })
        began.resolve()
        await mayEnd.promise
      })
      await began.promise
      const told: unknown[] = []
      using _following = database.changes.follow((changes) => told.push(changes))

      mayEnd.resolve()
      await writing
      await transaction(() => Label.all())

      assert.deepEqual(told, [undefined])
    })
  })

  it('reports a transaction during which nobody followed for a while', async () => {
    const database = await open()
    await withTables(database, async () => {
      const told: unknown[] = []
      const follow = () => database.changes.follow((changes) => told.push(changes))
      const first = follow()

      using _following = await transaction(async () => {
        first[Symbol.dispose]()
        await Label.create({ name: 'one' })
        return follow()
      })

      assert.deepEqual(told, [undefined])
    })
  })

  it('reports a write that was under way when somebody began to follow', async () => {
    const database = await open()
    await withTables(database, async () => {
      const told: unknown[] = []
      const writing = Label.create({ name: 'one' })
      using _following = database.changes.follow((changes) => told.push(changes))

      await writing

      assert.equal(told.length, 1)
    })
  })

  test('reports what foreign keys delete and change', async (feed) => {
    const team = await Team.create({ name: 'A' })
    const author = await Team.create({ name: 'B' })
    const ticket = await Ticket.create({ team_id: team.id })
    const kept = await Ticket.create({ team_id: author.id })
    await Comment.create({ ticket_id: kept.id, author_id: author.id })
    await kept.attach(Ticket.labels, [(await Label.create({ name: 'x' })).id])
    const ofTicket = await Watch.of(feed, () => Comment.where({ ticket_id: ticket.id }).all())
    const ofKept = await Watch.of(feed, () => Comment.where({ ticket_id: kept.id }).all())
    const labels = await Watch.of(feed, () => Ticket.query().with('labels').all())

    await ticket.delete()
    assert.deepEqual([ofTicket.count, ofKept.count], [1, 0])
    await Label.query().delete()
    assert.equal(labels.count, 2)
    await kept.update({ team_id: team.id })
    await author.delete()
    assert.equal(ofKept.count, 1)
  })

  test('reports what a foreign key to its own table deletes, however deep', async (feed) => {
    const top = await Folder.create({})
    const middle = await Folder.create({ parent_id: top.id })
    const lowest = await Folder.create({ parent_id: middle.id })
    const watch = await Watch.of(feed, () => Folder.where({ id: lowest.id }).all())

    await top.delete()

    assert.equal(watch.count, 1)
  })

  test('reports pivot rows', async (feed) => {
    const team = await Team.create({ name: 'A' })
    const one = await Ticket.create({ team_id: team.id })
    const other = await Ticket.create({ team_id: team.id })
    const label = await Label.create({ name: 'x' })
    const watch = await Watch.of(feed, async () => {
      const ticket = await Ticket.findOrFail(one.id)
      return ticket.load(Ticket.labels)
    })

    await one.attach(Ticket.labels, [label.id])
    assert.equal(watch.count, 1)
    await one.detach(Ticket.labels)
    assert.equal(watch.count, 2)
    await one.sync(Ticket.labels, [label.id])
    assert.equal(watch.count, 3)
    await other.update({ title: 'x' })
    await other.attach(Ticket.labels, [label.id])
    assert.equal(watch.count, 3)
  })

  test('reports bulk statements by their conditions', async (feed) => {
    const team = await Team.create({ name: 'A' })
    const one = await Ticket.create({ team_id: team.id })
    const other = await Ticket.create({ team_id: team.id })
    await Comment.createMany([{ ticket_id: one.id }, { ticket_id: other.id }])
    const watch = await Watch.of(feed, () => Comment.where({ ticket_id: one.id }).all())

    await Comment.where({ ticket_id: other.id }).update({ body: 'x' })
    await Comment.where({ ticket_id: other.id }).delete()
    await Comment.createMany([{ ticket_id: other.id }])
    assert.equal(watch.count, 0)
    await Comment.where('body', 'x').update({ body: 'y' })
    assert.equal(watch.count, 0, 'No row was changed')
    await Comment.where({ ticket_id: other.id }).update({ ticket_id: one.id })
    assert.equal(watch.count, 1)
    await Comment.upsert([{ id: 1, ticket_id: one.id }], { by: ['id'] })
    assert.equal(watch.count, 2)
  })

  test('sees what conditions, counts, orders and owners read', async (feed) => {
    const team = await Team.create({ name: 'A' })
    const ticket = await Ticket.create({ team_id: team.id })
    const project = await Project.of(team).create({})
    const reads = await Promise.all([
      Watch.of(feed, () => Ticket.query().whereHas('comments').all()),
      Watch.of(feed, () => Ticket.query().withCount('comments').all()),
      Watch.of(feed, () => Comment.query().orderByRelated('ticket', 'title').all()),
      Watch.of(feed, () => Ticket.query().with('comments').paginate()),
      Watch.of(feed, () => Ticket.query().sum('points')),
      Watch.of(feed, () => Note.of(team).all()),
    ])
    const counts = () => reads.map(({ count }) => count)

    await Comment.create({ ticket_id: ticket.id })
    assert.deepEqual(counts(), [1, 1, 1, 1, 0, 0])
    await ticket.update({ points: 3 })
    assert.deepEqual(counts(), [2, 2, 2, 2, 1, 0])
    await Note.of(team).create({ project_id: project.id })
    assert.deepEqual(counts(), [2, 2, 2, 2, 1, 1])
  })

  test('sees what sums and extremes of related rows read', async (feed) => {
    const team = await Team.create({ name: 'A' })
    const other = await Team.create({ name: 'B' })
    const ticket = await Ticket.create({ team_id: team.id, points: 1 })
    const foreign = await Ticket.create({ team_id: other.id, points: 1 })
    const label = await Label.create({ name: 'x' })
    await ticket.attach(Ticket.labels, [label.id])
    const watches = await Promise.all([
      Watch.of(feed, () => Team.where({ id: team.id }).withSum('tickets', 'points').all()),
      Watch.of(feed, () => Ticket.where({ id: ticket.id }).withMax('labels', 'name').all()),
    ])
    const counts = () => watches.map(({ count }) => count)

    await foreign.update({ points: 5 })
    assert.deepEqual(counts(), [0, 0])
    await ticket.update({ points: 5 })
    assert.deepEqual(counts(), [1, 1])
    await label.update({ name: 'y' })
    assert.deepEqual(counts(), [1, 2])
  })

  test('tells lists of what their own rows count, and of nobody else’s', async (feed) => {
    const [one, other] = [await Team.create({ name: 'A' }), await Team.create({ name: 'B' })]
    const [own, foreign] = [
      await Ticket.create({ team_id: one.id }),
      await Ticket.create({ team_id: other.id }),
    ]
    const label = await Label.create({ name: 'x' })
    const comment = await Comment.create({ ticket_id: foreign.id })
    const ofOne = Ticket.where({ team_id: one.id })
    const watches = await Promise.all([
      Watch.of(feed, () => ofOne.withCount('comments').paginate()),
      Watch.of(feed, () => ofOne.withCount('labels').all()),
      Watch.of(feed, () => Ticket.where({ id: own.id }).whereHas('comments').exists()),
      Watch.of(feed, () => Ticket.where({ id: own.id }).whereHasNone('labels').exists()),
      Watch.of(feed, () => Team.where({ id: one.id }).withCount('tickets').all()),
    ])
    const counts = () => watches.map(({ count }) => count)

    await comment.update({ body: 'x' })
    await foreign.attach(Ticket.labels, [label.id])
    await foreign.update({ title: 'x' })
    assert.deepEqual(counts(), [0, 0, 0, 0, 0])
    await own.attach(Ticket.labels, [label.id])
    assert.deepEqual(counts(), [0, 1, 0, 1, 0])
    await comment.update({ ticket_id: own.id })
    assert.deepEqual(counts(), [1, 1, 1, 1, 0])
    await foreign.update({ team_id: one.id })
    assert.deepEqual(counts(), [2, 2, 1, 1, 1])
  })

  test('tells a list that is filtered by a related record of changes about that one', async (feed) => {
    const team = await Team.create({ name: 'A' })
    const ticket = await Ticket.create({ team_id: team.id })
    const [wanted, other] = [await Label.create({ name: 'x' }), await Label.create({ name: 'y' })]
    const watch = await Watch.of(feed, () =>
      Ticket.query()
        .whereHas('labels', (labels) => labels.where({ id: wanted.id }))
        .count(),
    )

    await ticket.attach(Ticket.labels, [other.id])
    await ticket.detach(Ticket.labels, [other.id])
    await other.update({ name: 'z' })
    assert.equal(watch.count, 0)
    await ticket.attach(Ticket.labels, [wanted.id])
    assert.equal(watch.count, 1)
    await ticket.detach(Ticket.labels)
    assert.equal(watch.count, 2)
  })

  test('tells views of what they show, compute and count', async (feed) => {
    const team = await Team.create({ name: 'A' })
    const [own, foreign] = [
      await Ticket.create({ team_id: team.id }),
      await Ticket.create({ team_id: (await Team.create({ name: 'B' })).id }),
    ]
    const TicketView = view(Ticket, ['id'])
      .with('team', view(Team, ['name']))
      .withCount('comments')
    const TeamView = view(Team, ['id']).with('tickets', TicketView)
    const [list, one] = await Promise.all([
      Watch.of(feed, () => Ticket.where({ team_id: team.id }).select(TicketView).paginate()),
      Watch.of(feed, () => TeamView.from(team)),
    ])

    await Comment.create({ ticket_id: foreign.id })
    await Team.update(foreign.team_id, { name: 'C' })
    assert.deepEqual([list.count, one.count], [0, 0])
    await Comment.create({ ticket_id: own.id })
    assert.deepEqual([list.count, one.count], [1, 1])
    await team.update({ name: 'D' })
    assert.deepEqual([list.count, one.count], [2, 2])
    await foreign.update({ team_id: team.id })
    assert.deepEqual([list.count, one.count], [3, 3])
  })

  test('tells who counts for more rows than a read set lists of any', async (feed) => {
    const team = await Team.create({ name: 'A' })
    await Ticket.createMany(Array.from({ length: 60 }, () => ({ team_id: team.id })))
    const last = await Ticket.query().orderByKey('desc').firstOrFail()
    const watch = await Watch.of(feed, () => Ticket.query().withCount('comments').all())

    await Comment.create({ ticket_id: last.id })

    assert.equal(watch.count, 1)
  })

  test('takes by hand what raw SQL reads and writes', async (feed, database) => {
    const watch = new Watch(feed, readsOf([Label, Comment.where('ticket_id', 5)]))

    await database.query(sql`insert into labels (name) values ('x')`)
    assert.equal(watch.count, 0)
    changed(Label)
    assert.equal(watch.count, 1)
    changed(Comment.where('ticket_id', 6), Project)
    assert.equal(watch.count, 1)
    changed(Comment)
    assert.equal(watch.count, 2)
  })

  test('knows what has happened since a position', async (feed) => {
    const since = feed.position
    const reads = readsOf([Label])

    assert.equal(feed.hasChanged(reads, since), false)
    await Team.create({ name: 'A' })
    assert.equal(feed.hasChanged(reads, since), false)
    await Label.create({ name: 'x' })
    assert.equal(feed.hasChanged(reads, since), true)
    assert.equal(feed.hasChanged(reads, feed.position), false)
    assert.equal(feed.hasChanged(reads, 'nobody:1'), true)
    assert.equal(feed.hasChanged(reads, ',;'), true)
  })

  test('stops telling', async (feed) => {
    const watch = new Watch(feed, readsOf([Label]))

    watch.stop()
    watch.stop()
    await Label.create({ name: 'x' })

    assert.equal(watch.count, 0)
    assert.equal(feed.watchers, 0)
  })
})
