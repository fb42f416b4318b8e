import assert from 'node:assert/strict'
import { it } from 'node:test'
import { c, Model } from '../../src/models.ts'
import { checkIndexes } from '../../src/application/doctor/check-indexes.ts'
import type { Database } from '../../src/data/database/database.ts'
import { createSearchIndex, dropSearchIndex } from '../../src/data/migrations/search-index.ts'
import { entityOf } from '../../src/data/records/entity.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Team extends Model('teams', { id: c.id() }) {}

class Ticket extends Model(
  'tickets',
  { id: c.id(), team_id: c.integer().owner(() => Team), title: c.text() },
  { search: ['title'] },
) {}

class Note extends Model('notes', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  slug: c.text().unique(),
}) {}

class Later extends Model('later', { id: c.id(), team_id: c.integer().owner(() => Team) }) {}

const tables = [Team, Ticket, Note, Later].map((model) => entityOf(model).table)
const created = `
  create table teams (id integer primary key);
  create table tickets (id integer primary key, team_id integer not null, title text not null);
  create table notes (id integer primary key, team_id integer not null, slug text not null, unique (team_id, slug));`

forEachDialect('doctor, of indexes', (open) => {
  const problems = async (database: Database) =>
    (await checkIndexes(database, tables)).map(({ level, problem }) => `${level}: ${problem}`)

  it('says which owners have no index, and what cannot be searched', async () => {
    const database = await open()
    await database.script(created)

    assert.deepEqual(await problems(database), [
      'warning: No index begins with tickets.team_id: of() reads the rows of all owners',
      'error: There is no search index for tickets as its model declares it: whereSearch() fails or misses words on SQLite, and reads all rows on PostgreSQL',
    ])
  })

  it('says of a search index in another language that it is not the one', async () => {
    class Letter extends Model(
      'tickets',
      { id: c.id(), title: c.text() },
      { search: { columns: ['title'], language: 'english' } },
    ) {}
    const database = await open()
    await database.script(created)
    const search = async (language?: 'english') => {
      const [create, drop] = [
        createSearchIndex('tickets', ['title'], { language }).up,
        dropSearchIndex('tickets', ['title']).up,
      ].map((each) => (typeof each === 'string' ? each : each[database.dialect]))
      await database.script(create ?? '')
      const found = (await checkIndexes(database, [entityOf(Letter).table])).length
      await database.script(drop ?? '')
      return found
    }

    assert.deepEqual([await search(), await search('english')], [1, 0])
  })

  it('says which columns that refer to other records have no index', async () => {
    class Comment extends Model('comments', {
      id: c.id(),
      ticket_id: c.integer().references('tickets.id'),
      note_id: c.integer().references('notes.id'),
    }) {}
    const database = await open()
    await database.script(`${created}
      create table comments (id integer primary key, ticket_id integer not null, note_id integer not null);
      create index by_note on comments (note_id);`)

    const [found, ...others] = await checkIndexes(database, [entityOf(Comment).table])

    assert.equal(others.length, 0)
    assert.equal(
      found?.problem,
      'No index begins with comments.ticket_id: conditions on related records, and deletes of the other record, read the whole table for each record',
    )
  })

  it('is content with an index of some rows only if another one has all of them', async () => {
    const database = await open()
    await database.script(created)
    const search = createSearchIndex('tickets', ['title']).up
    await database.script(typeof search === 'string' ? search : search[database.dialect])
    await database.script('create index some_rows on tickets (team_id) where id > 5')
    const before = await problems(database)
    await database.script('create index all_rows on tickets (team_id, id)')

    assert.equal(before.length, 1)
    assert.deepEqual(await problems(database), [])
  })
})
