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

  it('give a foreign key no relation if the database compares it in its own way, or its type differs', async () => {
    await using pulled = await pullScript(
      open,
      `create table makers (id bigserial primary key, code varchar(5) not null unique, name char(5) not null unique);
       create table models (id serial primary key, maker_id integer references makers (id), code char(5) references makers (code),
         name char(5) references makers (name));
       create table tags (id numeric primary key);
       create table makers_tags (maker_id bigint references makers (id), tag_id numeric references tags (id), primary key (maker_id, tag_id));`,
    )

    const model = pulled.app.read('app/models/model-record.ts')
    assert.deepEqual(model.match(/static .*/g), [
      "static maker = belongsTo(() => Maker, 'name', { key: 'name' })",
    ])
    assert.match(
      pulled.pulled.output,
      /\[ \] models\.maker_id has no relation, because its type is integer and that of makers\.id is bigint\./,
    )
    assert.match(
      pulled.pulled.output,
      /\[ \] models\.code has no relation, because the database finds makers\.code equal to other texts too/,
    )
    assert.match(pulled.pulled.output, /\[ \] makers_tags\.tag_id has no relation/)
    assert.doesNotMatch(pulled.pulled.output, /models\.name has no relation/)
    assert.equal((await pulled.app.compile()).exitCode, 0)
  })
})
