import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onDialect } from '../support/for-each-dialect.ts'
import { findDifferences, pullScript } from './pulled-application.ts'

onDialect('postgres', 'types that only the database of tenon db:pull has', (open) => {
  it('are not named by the indexes and defaults of the migration', async () => {
    await using pulled = await pullScript(
      open,
      `create type st as enum ('new', 'done');
       create table jobs (id serial primary key, at date, state st not null default 'new', before st[] not null default array['new'::st],
         is_done boolean generated always as (state = 'done'::st) stored);
       create index jobs_open on jobs (at) where state = 'new';
       create unique index jobs_some on jobs (at, (coalesce(state, 'new'::st))) where state = any (array['new', 'done']::st[]);
       insert into jobs default values;`,
    )

    assert.equal(pulled.pulled.exitCode, 0, pulled.pulled.output)
    assert.deepEqual(await findDifferences(pulled, await open()), [])
  })
})
