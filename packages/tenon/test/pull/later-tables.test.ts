import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { pullScript } from './pulled-application.ts'

forEachDialect('tenon db:pull of tables that refer to those of an earlier one', (open) => {
  it('relates their models to those that exist, and says what these need', async () => {
    await using pulled = await pullScript(
      open,
      `create table people (id integer primary key, name text);
       create table tags (id integer primary key, name text);`,
    )
    await pulled.database.script(`
      create table notes (id integer primary key, person_id integer not null references people (id));
      create table people_tags (person_id integer references people (id), tag_id integer references tags (id), primary key (person_id, tag_id));`)

    const { exitCode, output } = await pulled.app.tenon('db:pull')

    assert.equal(exitCode, 0, output)
    assert.match(
      pulled.app.read('app/models/note.ts'),
      /static person = belongsTo\(\(\) => Person, 'person_id'\)/,
    )
    assert.match(
      output,
      /\[ \] the model Person has no relation to a new table\. Add static notes = hasMany\(\(\) => Note, 'person_id'\) to app\/models\/person\.ts\./,
    )
    assert.match(
      output,
      /\[ \] the model Tag .*static people = manyToMany\(\(\) => Person, \{ through: 'people_tags'/,
    )
    assert.doesNotMatch(output, /Wrote app\/models\/people-tag\.ts/)
    assert.equal((await pulled.app.compile()).exitCode, 0)
  })
})
