import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect, type OpenDatabase } from '../../../test/support/for-each-dialect.ts'
import { c, softDeletes, versions } from '../columns/columns.ts'
import { withDatabase } from '../database/current-database.ts'
import { withReplicaReads } from '../drivers/replicas/read-scope.ts'
import { Replica } from '../drivers/replicas/replica.ts'
import { ReplicatedDatabase } from '../drivers/replicas/replicated-database.ts'
import { Model } from './model.ts'

class Team extends Model('teams', { id: c.id() }) {}

class Note extends Model('notes', {
  id: c.id(),
  text: c.text(),
  stars: c.integer().default(0),
  ...versions(),
  ...softDeletes(),
}) {}

class Step extends Model('steps', {
  id: c.id(),
  task_id: c.integer().owner(() => Task),
}) {}

class Task extends Model('tasks', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  text: c.text(),
  stars: c.integer().default(0),
}) {}

forEachDialect('a write that looks for its record, with a replica that lags behind', (open) => {
  it('changes and deletes a record that the replica does not have yet', async () => {
    await withLag(open, async () => {
      const { id } = await Note.create({ text: 'new' })

      const updated = await inRequest(() => Note.update(id, { stars: 1 }))
      const isDeleted = await inRequest(() => Note.delete(id))

      assert.deepEqual([updated?.stars, isDeleted], [1, true])
    })
  })

  it('changes a record whose version the replica does not have yet', async () => {
    await withLag(open, async (replica) => {
      const old = await replica(() => Note.create({ text: 'old' }))
      await Note.create({ text: 'old' }).then((note) => note.update({ stars: 1 }))

      const updated = await inRequest(() => Note.update(old.id, { stars: 2 }))
      const again = await inRequest(() => Note.updateOrCreate({ text: 'old' }, { stars: 3 }))

      assert.deepEqual([updated?.version, again.version, again.stars], [3, 4, 3])
    })
  })

  it('creates no second record because the replica does not have the first yet', async () => {
    await withLag(open, async () => {
      const team = await Team.create({})
      await Note.create({ text: 'one' })
      await Task.of(team).create({ text: 'one' })

      await inRequest(() => Note.firstOrCreate({ text: 'one' }, {}))
      await inRequest(() => Note.updateOrCreate({ text: 'one' }, { stars: 1 }))
      await inRequest(() => Task.of(team).firstOrCreate({ text: 'one' }, {}))
      await inRequest(() => Task.of(team).updateOrCreate({ text: 'one' }, { stars: 1 }))

      const notes = await Note.query().pluck('stars')
      const tasks = await Task.ofAnyone().pluck('stars')
      assert.deepEqual([notes, tasks], [[1], [1]])
    })
  })

  it('creates a record in an owner that the replica does not have yet', async () => {
    await withLag(open, async () => {
      const team = await Team.create({})
      const task = await Task.of(team).create({ text: 'new' })

      const step = await inRequest(() => Step.of(task).create({}))
      const other = await inRequest(() => Step.of(team).create({ task_id: task.id }))

      assert.deepEqual([step.task_id, other.task_id], [task.id, task.id])
    })
  })
})

/** A primary and a replica that never learns of its changes. */
async function withLag(
  open: OpenDatabase,
  body: (onReplica: <Result>(work: () => Promise<Result>) => Promise<Result>) => Promise<void>,
): Promise<void> {
  const [primary, replica] = [await open(), await open()]
  await createTables(primary, Team, Note, Task, Step)
  await createTables(replica, Team, Note, Task, Step)
  const database = new ReplicatedDatabase(primary, [new Replica(replica, undefined)])
  await withDatabase(database, () => body((work) => withDatabase(replica, work)))
}

/** Reads from the replica until it writes. Outside of a request, everything is read from the primary. */
const inRequest = withReplicaReads
