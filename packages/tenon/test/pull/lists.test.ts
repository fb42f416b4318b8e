import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onDialect } from '../support/for-each-dialect.ts'
import { findDifferences, pullScript } from './pulled-application.ts'

onDialect('postgres', 'what tenon db:pull finds of lists', (open) => {
  it('are columns whatever their rows contain, or left out with the reason', async () => {
    await using pulled = await pullScript(
      open,
      `create table boards (id serial primary key, plain text[], holes text[], grid int[][], shifted int[]);
       insert into boards (plain, holes, grid, shifted) values
         ('{a}', '{a}', '{}', '{1}'), ('{}', '{a,NULL}', '{{1,2},{3,4}}', '[0:1]={1,2}');
       create view boards_of_all as select 1 as id, array_agg(null::text) as names from boards;`,
    )
    const board = pulled.app.read('app/models/board.ts')

    assert.match(board, /plain: c\.array\(c\.text\(\)\)\.nullable\(\),/)
    assert.match(board, /holes: c\.array\(c\.text\(\)\.nullable\(\)\)\.nullable\(\),/)
    assert.doesNotMatch(board, /grid|shifted/)
    assert.match(pulled.pulled.output, /boards\.grid is left out: its rows contain lists of lists/)
    assert.deepEqual(await pulled.readAll(), { Board: 2, BoardsOfAll: 1 })
    const checked = await pulled.app.main('schema:check', '--database')
    assert.doesNotMatch(checked.output, /^boards/m)
  })

  it('and JSON whose default is null differ from nothing afterwards', async () => {
    await using pulled = await pullScript(
      open,
      `create type st as enum ('new', 'old');
       create table t (id serial primary key, states st[] not null, holes st[],
         extra jsonb default 'null', further jsonb not null default 'null');
       insert into t (states, holes) values ('{new}', '{NULL}'), ('{}', null);`,
    )
    const rebuilt = await findDifferences(pulled, await open())
    await pulled.app.main('migrate')
    const [files, live] = [
      await pulled.app.main('schema:check'),
      await pulled.app.main('schema:check', '--database'),
    ]

    assert.deepEqual(rebuilt, [])
    assert.equal(files.exitCode, 0, files.output)
    assert.equal(live.exitCode, 0, live.output)
  })

  it('get new values of an enum type by make:migration', async () => {
    await using pulled = await pullScript(
      open,
      `create type st as enum ('new', 'old');
       create table t (id serial primary key, states st[] not null);`,
    )
    const { app, database } = pulled
    const unchanged = await app.main('make:migration', 'nothing')
    const model = app.read('app/models/t.ts')
    app.write('app/models/t.ts', model.replace(`'new', 'old'`, `'new', 'used', 'old'`))
    const made = await app.main('make:migration', 'add used')
    const migrated = await app.main('migrate')
    await database.script(`insert into t (states) values ('{used}')`)

    assert.match(unchanged.output, /migrations match the models/)
    assert.equal(made.exitCode, 0, made.output)
    assert.equal(migrated.exitCode, 0, migrated.output)
  })
})
